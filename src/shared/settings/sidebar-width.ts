/** In pixels, where text has its normal size. */
export const SIDEBAR = { least: 240, most: 280, usual: 256 } as const

export function isSidebarWidth(value: string): boolean {
  return /^\d{3}$/.test(value) && Number(value) >= SIDEBAR.least && Number(value) <= SIDEBAR.most
}

/** What was chosen, or what is usual. */
export function sidebarWidthOf(value: string): number {
  return isSidebarWidth(value) ? Number(value) : SIDEBAR.usual
}
