import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { withView } from '#main/calls/open-view'
import { askFor } from '#main/cli/ask-person'
import { fail } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { withCore } from '#main/cli/open'
import { toLine } from '#main/cli/print'
import { writeFile } from '#main/data-folder/write-file'
import { fingerprintOf, readPublicKey, writeSignature } from '#main/formats/rye/signature'
import { readIfThere } from '#main/ledger/moving'
import type { Core } from '#main/open-core'

const LARGEST_FILE = 1024 * 1024

const describe = (keys: readonly string[]) => keys.map((pem) => ({ fingerprint: fingerprintOf(pem), pem }))

export const listKeys = (invocation: Invocation): Promise<Output> =>
  withView(invocation, async ({ settings }) => {
    const keys = describe(settings().trustedKeys)
    const lines = keys.map(({ fingerprint }) => fingerprint)
    return { json: { keys }, lines: lines.length > 0 ? lines : ['no key is trusted yet'] }
  })

export async function addKey(invocation: Invocation): Promise<Output> {
  const { words, here } = invocation
  const file = resolve(here, words[0] ?? '')
  const pem = readPublicKey((await readText(file)) ?? '')
  if (pem === null) return fail('USAGE', `${file} contains no public Ed25519 key in PEM.`)
  const fingerprint = fingerprintOf(pem)
  return withCore(invocation, async (core) => {
    const lines = [toLine(`${file} contains the key ${fingerprint}.`)]
    if (!(await askFor(invocation, lines, 'Trust its signatures?'))) fail('DECLINED', 'Nothing was changed.')
    return publish(core, [...new Set([...core.settings().trustedKeys, pem])], `${fingerprint} is trusted`)
  })
}

export async function removeKey(invocation: Invocation): Promise<Output> {
  const [fingerprint = ''] = invocation.words
  const isOther = (pem: string) => fingerprintOf(pem) !== fingerprint
  const keys = await withView(invocation, async ({ settings }) => settings().trustedKeys)
  if (keys.every(isOther)) fail('USAGE', `no trusted key has the fingerprint ${toLine(fingerprint)}.`)
  return withCore(invocation, (core) =>
    publish(core, core.settings().trustedKeys.filter(isOther), `${fingerprint} is not trusted any more`),
  )
}

async function publish(core: Core, keys: readonly string[], said: string): Promise<Output> {
  await trust(core, keys)
  return { json: { ok: true, keys: describe(keys) }, lines: [said] }
}

const trust = (core: Core, keys: readonly string[]) =>
  core.publish({ type: 'setting.changed', chat: null, name: 'trustedKeys', value: [...keys] })

/** Signs the file with the person's own key, which is trusted here from then on. */
export async function signFile(invocation: Invocation): Promise<Output> {
  const { words, here, home } = invocation
  const file = resolve(here, words[0] ?? '')
  const text = await readText(file)
  if (text === null) return fail('USAGE', `${file} is no text file of at most 1 MiB.`)
  // A link stays one: the file it leads to is signed.
  const real = await realpath(file)
  const { pem, fingerprint, ...key } = await openSigningKey(home)
  const at = `${new Date().toISOString().slice(0, 19)}Z`
  const signed = writeSignature(basename(file), text, at, { fingerprint, ...key })
  if (signed === null) return fail('USAGE', `${basename(file)} is of a kind that has no comments to sign in.`)
  await writeFile(real, [signed], (await stat(real)).mode & 0o777)
  return withCore(invocation, async (core) => {
    const keys = core.settings().trustedKeys
    if (!keys.includes(pem)) await trust(core, [...keys, pem])
    return { json: { ok: true, file, fingerprint, at }, lines: [`${file} is signed with the key ${fingerprint}`] }
  })
}

async function readText(file: string): Promise<string | null> {
  try {
    if ((await stat(file)).size > LARGEST_FILE) return null
    const text = await readFile(file, 'utf8')
    return text.includes('\uFFFD') || text.includes('\0') ? null : text
  } catch {
    // A missing file has no text.
    return null
  }
}

/** The person's own key. It is created when first needed, and only they can read it. */
async function openSigningKey(home: string) {
  const folder = join(home, 'keys')
  const file = join(folder, 'signing.pem')
  const known = readIfThere(file)
  const text = known ?? String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  if (known === null) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, [text])
  }
  try {
    const key = createPrivateKey(text)
    const pem = String(createPublicKey(key).export({ type: 'spki', format: 'pem' }))
    const signText = (signed: string) => sign(null, Buffer.from(signed, 'ascii'), key).toString('base64url')
    return { pem, fingerprint: fingerprintOf(pem), sign: signText }
  } catch {
    return fail('FAILED', `${file} contains no private key. Move it away, and a new key is made.`)
  }
}
