import { app } from 'electron'

export const SCHEME = 'skillet'
export const ORIGIN = `${SCHEME}://app`

/** The development server's address, only in unpackaged builds started by `npm run dev`. */
export const developmentServer = (): string | undefined =>
  app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL || undefined

export const pageUrl = (): string => developmentServer() ?? `${ORIGIN}/index.html`

export function isOurs(url: string): boolean {
  const server = developmentServer()
  return url.startsWith(`${ORIGIN}/`) || (server !== undefined && url.startsWith(server))
}
