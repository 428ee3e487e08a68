const GOES_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/

const HAS_DRIVE = /^(?:[a-z]:|\\\\)/i

/**
 * Whether a path is this folder or inside it. Compares spellings, so pass real paths; a path with `..` is inside
 * nothing.
 */
export function isInside(path: string, folder: string, isWindows = HAS_DRIVE.test(folder)): boolean {
  if (isWindows) return isInside(toComparable(path), toComparable(folder), false)
  return `${path}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`) && !GOES_UP.test(path)
}

const toComparable = (path: string) => path.replaceAll('\\', '/').toLowerCase()

/** Two spellings of one real path on Windows become the same. */
export const spellOnce = (path: string) => (HAS_DRIVE.test(path) ? toComparable(path) : path)

export const isBelow = (path: string, folder: string): boolean => path !== folder && isInside(path, folder)
