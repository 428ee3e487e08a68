const GOES_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/

/**
 * Whether a path is this folder or inside it. Compares spellings, so pass real paths; a path with `..` is inside
 * nothing.
 */
export function isInside(path: string, folder: string, isWindows = false): boolean {
  if (isWindows) return isInside(toComparable(path), toComparable(folder))
  return `${path}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`) && !GOES_UP.test(path)
}

const toComparable = (path: string) => path.replaceAll('\\', '/').toLowerCase()

export const isBelow = (path: string, folder: string): boolean => path !== folder && isInside(path, folder)
