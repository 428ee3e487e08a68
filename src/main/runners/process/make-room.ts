const SMALLEST = 1024

/** A buffer that holds `needed` bytes and the first `length` of `buffer`: grown by doubling, never beyond `most`. */
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
