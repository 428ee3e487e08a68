import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { protocol } from 'electron'
import { ORIGIN, SCHEME } from './origin.ts'

/** As Chromium numbers it. */
const FILE_NOT_FOUND = -6

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types skillet',
].join('; ')

/** Before the app is ready, as Electron asks. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/**
 * Serves the files that are in `folder` now and no others: an address is looked up, never joined to a path.
 * Electron reads them; its newer `handle` loads all that fetch is made of while the first page waits.
 * No `Cross-Origin-Opener-Policy`: nothing can open this page, and for that header Chromium starts a second process.
 */
export function serveApp(folder: string): void {
  const manifest = listAssets(folder)
  protocol.registerFileProtocol(SCHEME, async ({ method, url }, answer) => {
    const path = method === 'GET' ? (await manifest).get(url) : undefined
    if (!path) return answer({ error: FILE_NOT_FOUND })
    answer({
      path,
      headers: {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    })
  })
}

async function listAssets(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const manifest = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile() || !(extname(entry.name) in TYPES)) continue
    const file = join(entry.parentPath, entry.name)
    manifest.set(`${ORIGIN}/${relative(folder, file).split(sep).join('/')}`, file)
  }
  return manifest
}
