/** Twice its size in the thread, for high-resolution screens. */
const MOST = { width: 480, height: 320 }

/** Decodes a large picture once and keeps a small one. */
export async function shrinkPicture(url: string, size: { width: number; height: number }): Promise<string> {
  const scale = Math.min(1, MOST.width / size.width, MOST.height / size.height)
  const width = Math.max(1, Math.round(size.width * scale))
  const height = Math.max(1, Math.round(size.height * scale))
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height)
  return canvas.toDataURL('image/webp', 0.9)
}
