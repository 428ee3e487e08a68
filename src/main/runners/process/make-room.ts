const SMALLEST = 1024

/** Returns a buffer for `needed` bytes with the first `length` of `buffer`. Doubles its size, up to `most`. */
export function makeRoom(
  buffer: Buffer<ArrayBuffer>,
  length: number,
  needed: number,
  most: number,
): Buffer<ArrayBuffer> {
  if (needed <= buffer.length) return buffer
  const grown = Buffer.allocUnsafe(Math.min(most, Math.max(needed, buffer.length * 2, SMALLEST)))
  buffer.copy(grown, 0, 0, length)
  return grown
}
