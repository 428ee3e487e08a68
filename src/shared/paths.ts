const GOES_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/

/** Whether a path is this folder or lies below it, by its spelling: give real paths. With `..` in it, it is nowhere. */
export function isInside(path: string, folder: string, isWindows = false): boolean {
  const [inner, outer] = [path, folder].map((each) => (isWindows ? each.replaceAll('\\', '/').toLowerCase() : each))
  if (inner === undefined || outer === undefined || GOES_UP.test(inner)) return false
  return `${inner}/`.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

export const isBelow = (path: string, folder: string): boolean => path !== folder && isInside(path, folder)
