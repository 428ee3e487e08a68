const GOES_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/

/**
 * Whether a path is this folder or inside it. Compares spellings, so pass real paths; a path with `..` is inside
 * nothing.
 */
export function isInside(path: string, folder: string, isWindows = false): boolean {
  const [inner, outer] = [path, folder].map((each) => (isWindows ? each.replaceAll('\\', '/').toLowerCase() : each))
  if (inner === undefined || outer === undefined || GOES_UP.test(inner)) return false
  return `${inner}/`.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

export const isBelow = (path: string, folder: string): boolean => path !== folder && isInside(path, folder)
