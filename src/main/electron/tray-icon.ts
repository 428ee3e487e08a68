const TURN = Math.PI / 4
/** Samples along each side of a pixel: edges are smooth then. */
const FINE = 4

/** A pan seen from above, drawn here so that there is no file to lose: rows of blue, green, red, opacity. */
export function drawPan(size: number, [red, green, blue]: readonly [number, number, number]): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const cover = coverOf(column / size, row / size, 1 / size)
      // Colours come multiplied by how opaque they are.
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

/** In a square of 1 by 1: a rim with a filled middle, and a handle to the upper right. */
function isPan(x: number, y: number): boolean {
  const [across, down] = [x - 0.38, y - 0.62]
  const far = Math.hypot(across, down)
  if (far <= 0.34) return far >= 0.27 || far <= 0.19
  const along = across * Math.cos(TURN) - down * Math.sin(TURN)
  const beside = across * Math.sin(TURN) + down * Math.cos(TURN)
  return along > 0.3 && along < 0.8 && Math.abs(beside) <= 0.055
}
