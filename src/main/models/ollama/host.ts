import { type Message, message } from '#shared/messages/message'
export const DEFAULT_HOST = 'http://127.0.0.1:11434'

/** The address that a person or OLLAMA_HOST gives. One that listens everywhere is contacted at loopback. */
export function readHost(text: string | undefined): { ok: true; host: string } | { ok: false; message: Message } {
  const trimmed = text?.trim()
  if (!trimmed) return { ok: true, host: DEFAULT_HOST }
  const withScheme = trimmed.includes('://')
    ? trimmed
    : `http://${trimmed.startsWith(':') ? `127.0.0.1${trimmed}` : trimmed}`
  const url = URL.parse(withScheme)
  if (!url) return { ok: false, message: message('address-invalid', { text: trimmed, example: DEFAULT_HOST }) }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, message: message('address-not-http', { text: trimmed, example: DEFAULT_HOST }) }
  }
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]' || url.hostname === 'localhost') url.hostname = '127.0.0.1'
  if (!url.port && !trimmed.includes('://')) url.port = '11434'
  // A proxy may have Ollama below a path. Other clients want the path of the protocol, too.
  const path = url.pathname.replace(/(?:\/(?:api|v1))?\/*$/, '')
  return { ok: true, host: `${url.protocol}//${url.host}${path}` }
}

export function isThisComputer(host: string): boolean {
  const { hostname } = new URL(host)
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Whether prompts leave this computer, and whether others could read them, which needs consent. */
export function checkHost(host: string): { kind: 'here' | 'elsewhere-secure' | 'elsewhere-plain' } {
  if (isThisComputer(host)) return { kind: 'here' }
  return { kind: new URL(host).protocol === 'https:' ? 'elsewhere-secure' : 'elsewhere-plain' }
}
