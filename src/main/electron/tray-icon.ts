const TURN = Math.PI / 4
/** Samples along each side of a pixel, for smooth edges. */
const FINE = 4

/** A pan seen from above, as rows of blue, green, red and opacity. Drawn here, so no file can be missing. */
export function drawPan(size: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const cover = coverOf(column / size, row / size, 1 / size)
      // Colours are multiplied by their opacity.
      pixels.set(
        [blue, green, red, 255].map((part) => Math.round(part * cover)),
        (row * size + column) * 4,
      )
    }
  }
  return pixels
}

function coverOf(left: number, top: number, side: number): number {
  let inside = 0
  for (let n = 0; n < FINE * FINE; n++) {
    const x = left + ((n % FINE) + 0.5) * (side / FINE)
    const y = top + (Math.floor(n / FINE) + 0.5) * (side / FINE)
    if (isPan(x, y)) inside++
  }
  return inside / (FINE * FINE)
}

/** In a unit square: a rim, a filled middle, and a handle at the upper right. */
function isPan(x: number, y: number): boolean {
  const [across, down] = [x - 0.38, y - 0.62]
  const far = Math.hypot(across, down)
  if (far <= 0.34) return far >= 0.27 || far <= 0.19
  const along = across * Math.cos(TURN) - down * Math.sin(TURN)
  const beside = across * Math.sin(TURN) + down * Math.cos(TURN)
  return along > 0.3 && along < 0.8 && Math.abs(beside) <= 0.055
}
