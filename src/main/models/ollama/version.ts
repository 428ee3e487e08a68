/** The first Ollama that takes a JSON Schema as `format`, which the constrained tier stands on. */
export const OLDEST_OLLAMA = '0.5.0'

/** A build of one's own calls itself 0.0.0 and is taken as new; so is what does not look like a version. */
export function isTooOld(version: string): boolean {
  const read = readVersion(version)
  const oldest = readVersion(OLDEST_OLLAMA)
  if (!read || !oldest || read.every((part) => part === 0)) return false
  const differs = read.findIndex((part, index) => part !== oldest[index])
  return differs >= 0 && (read[differs] as number) < (oldest[differs] as number)
}

function readVersion(text: string): number[] | null {
  const found = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text)
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : null
}
