import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Signature } from '#shared/skill/about'

const LINE = /^(?:#|\/\/|<!--)\s*rye:signed:/
const PARTS =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ):([0-9a-f]{64}):([A-Za-z0-9_-]{86}(?:==)?):([0-9a-f]{16})(?:\|[\w.-]+@[\w.-]+)?(?:\s*-->)?\r?$/
const PATH_COMMENT = /^(?:#|\/\/)\s*[\w./-]+\.\w+\s*$/
const SHEBANG = /^#![^\n]*(?:\n|$)/

/** The signature's line, if there is one, and the signed text: everything but that line and the shebang. */
function splitSigned(text: string): { line: string | null; body: string; shebang: string } {
  const shebang = SHEBANG.exec(text)?.[0] ?? ''
  const rest = text.slice(shebang.length)
  const first = takeLine(rest)
  if (LINE.test(first.line)) return { line: first.line, body: first.rest, shebang }
  const second = takeLine(first.rest)
  if (PATH_COMMENT.test(first.line) && LINE.test(second.line)) {
    return { line: second.line, body: `${first.line}\n${second.rest}`, shebang }
  }
  return { line: null, body: rest, shebang }
}

function takeLine(text: string): { line: string; rest: string } {
  const end = text.indexOf('\n')
  return end < 0 ? { line: text, rest: '' } : { line: text.slice(0, end), rest: text.slice(end + 1) }
}

/** Whether the file is unchanged since it was signed, not whose key it was. */
export function readSignature(text: string): Signature {
  const { line, body } = splitSigned(text)
  if (line === null) return { state: 'unsigned' }
  const parts = PARTS.exec(line.replace(LINE, ''))
  if (!parts) return { state: 'malformed' }
  const [, at = '', sha256 = '', signature = '', fingerprint = ''] = parts
  return hashOf(body) === sha256 ? { state: 'signed', fingerprint, at, sha256, signature } : { state: 'modified' }
}

export const hashOf = (body: string) => createHash('sha256').update(body).digest('hex')

/** `keys`: the trusted keys by fingerprint. */
export function judgeSignature(signature: Signature, keys: ReadonlyMap<string, string>): Signature {
  if (!('fingerprint' in signature)) return signature
  const pem = keys.get(signature.fingerprint)
  if (pem === undefined) return { ...signature, state: 'untrusted-key' }
  const signed = Buffer.from(signature.sha256, 'ascii')
  const isValid = verify(null, signed, createPublicKey(pem), Buffer.from(signature.signature, 'base64url'))
  return isValid ? { ...signature, state: 'valid' } : { state: 'modified' }
}

/** The first half of the hash of its text, including the final line break. */
export const fingerprintOf = (pem: string) => createHash('sha256').update(pem).digest('hex').slice(0, 16)

/** A public key from a file in PEM, or in TOML around it. Null if it is not an Ed25519 key. */
export function readPublicKey(text: string): string | null {
  const block = /-----BEGIN PUBLIC KEY-----[\sA-Za-z0-9+/=]{1,200}-----END PUBLIC KEY-----/.exec(text)?.[0]
  if (block === undefined) return null
  try {
    const key = createPublicKey(block)
    return key.asymmetricKeyType === 'ed25519' ? String(key.export({ type: 'spki', format: 'pem' })) : null
  } catch {
    // It is not a key.
    return null
  }
}

const MARKS: Readonly<Record<string, [before: string, after: string]>> = {
  ...{ py: ['# ', ''], sh: ['# ', ''], yaml: ['# ', ''], yml: ['# ', ''], toml: ['# ', ''] },
  ...{ js: ['// ', ''], ts: ['// ', ''], mjs: ['// ', ''], cjs: ['// ', ''], md: ['<!-- ', ' -->'] },
}

/** Replaces the file's signature. Null if its format has no comments. */
export function writeSignature(
  file: string,
  text: string,
  at: string,
  signer: { sign(text: string): string; fingerprint: string },
): string | null {
  const mark = MARKS[file.slice(file.lastIndexOf('.') + 1)]
  if (!mark) return null
  const { body, shebang } = splitSigned(text)
  const sha256 = hashOf(body)
  return `${shebang}${mark[0]}rye:signed:${at}:${sha256}:${signer.sign(sha256)}:${signer.fingerprint}${mark[1]}\n${body}`
}
