import { readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { protocol } from 'electron'
import { ORIGIN, SCHEME } from './web-security.ts'

/** Chromium's number for it. */
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
  'media-src data:',
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

/** Electron requires this before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

/**
 * Serves only the files that are in `folder` now: an address is looked up, never joined to a path. Electron's newer
 * `handle` would load all of fetch while the first page waits. There is no `Cross-Origin-Opener-Policy` because nothing
 * can open this page and Chromium would start a second process for it.
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
