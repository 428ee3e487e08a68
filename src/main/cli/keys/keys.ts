import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { askPerson } from '#main/cli/ask-person'
import { type ErrorCode, EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { withCore, withView } from '#main/cli/open'
import { printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { writeFile } from '#main/data-folder/write-file'
import { fingerprintOf, readPublicKey, writeSignature } from '#main/formats/rye/signature'
import type { Core } from '#main/open-core'

const LARGEST_FILE = 1024 * 1024

/** Lists the keys whose signatures are trusted. */
export function listKeys(invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation
  return withView(invocation, async ({ settings }) => {
    const keys = settings().trustedKeys.map((pem) => ({ fingerprint: fingerprintOf(pem), pem }))
    printer.json({ keys })
    for (const { fingerprint } of keys) printer.line(fingerprint)
    if (keys.length === 0) printer.line('no key is trusted yet')
    return EXIT.done
  })
}

export async function addKey(invocation: Invocation): Promise<ExitCode> {
  const file = resolve(invocation.cwd, invocation.words[0] ?? '')
  const pem = readPublicKey((await readText(file)) ?? '')
  if (pem === null) return fail(invocation, 'USAGE', `${file} holds no public Ed25519 key in PEM.`)
  const fingerprint = fingerprintOf(pem)
  return change(invocation, `Trust signatures of the key ${fingerprint}?`, `${fingerprint} is trusted`, (keys) => [
    ...new Set([...keys, pem]),
  ])
}

export function removeKey(invocation: Invocation): Promise<ExitCode> {
  const [fingerprint = ''] = invocation.words
  return withView(invocation, async ({ settings }) => {
    const isThere = settings().trustedKeys.some((pem) => fingerprintOf(pem) === fingerprint)
    return isThere ? EXIT.done : fail(invocation, 'USAGE', `no trusted key has the fingerprint ${toLine(fingerprint)}.`)
  }).then((code) =>
    code === EXIT.done
      ? change(invocation, null, `${fingerprint} is not trusted any more`, (keys) =>
          keys.filter((pem) => fingerprintOf(pem) !== fingerprint),
        )
      : code,
  )
}

/** Signs the file with the person's own key, which is trusted here from then on. */
export async function signFile(invocation: Invocation): Promise<ExitCode> {
  const { words, cwd, home, printer } = invocation
  const file = resolve(cwd, words[0] ?? '')
  const text = await readText(file)
  if (text === null) return fail(invocation, 'USAGE', `${file} is no text file of at most 1 MiB.`)
  const key = await openSigningKey(home)
  const at = `${new Date().toISOString().slice(0, 19)}Z`
  const signed = writeSignature(basename(file), text, at, key)
  if (signed === null)
    return fail(invocation, 'USAGE', `${basename(file)} is of a kind that has no comments to sign in.`)
  await writeFile(file, [signed])
  const trust = async (core: Core) => {
    const keys = core.settings().trustedKeys
    if (!keys.includes(key.pem)) await publish(core, [...keys, key.pem])
    printer.json({ ok: true, file, fingerprint: key.fingerprint, at })
    printer.line(`${file} is signed with the key ${key.fingerprint}`)
    return EXIT.done
  }
  return withCore(invocation, trust)
}

const publish = (core: Core, value: readonly string[]) =>
  core.publish({ type: 'setting.changed', chat: null, name: 'trustedKeys', value: [...value] })

function change(
  invocation: Invocation,
  question: string | null,
  said: string,
  make: (keys: readonly string[]) => string[],
): Promise<ExitCode> {
  const { options, printer, signal } = invocation
  return withCore(invocation, async (core) => {
    const isAsked = question !== null && !options.yes
    if (isAsked && !printer.isInteractive) return fail(invocation, 'NOT_ANSWERED', `${question} Say it with --yes.`)
    if (isAsked && !(await askPerson(question, invocation, signal)))
      return fail(invocation, 'DECLINED', 'Nothing was changed.')
    const keys = make(core.settings().trustedKeys)
    await publish(core, keys)
    printer.json({ ok: true, keys: keys.map((pem) => ({ fingerprint: fingerprintOf(pem), pem })) })
    printer.line(said)
    return EXIT.done
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

const fail = ({ printer }: Invocation, code: ErrorCode, message: string): ExitCode =>
  printError(printer, { code, message })

export interface SigningKey {
  /** The public key, as it may be given to others. */
  pem: string
  fingerprint: string
  isNew: boolean
  sign(text: string): string
}

/** The person's own key. It is created when first needed, and only they can read it. */
export async function openSigningKey(home: string): Promise<SigningKey> {
  const folder = join(home, 'keys')
  const file = join(folder, 'signing.pem')
  const known = await readFile(file, 'utf8').catch(() => null)
  const text = known ?? String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
  if (known === null) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, [text])
  }
  const key = createPrivateKey(text)
  const pem = String(createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  return {
    ...{ pem, fingerprint: fingerprintOf(pem), isNew: known === null },
    sign: (signed) => sign(null, Buffer.from(signed, 'ascii'), key).toString('base64url'),
  }
}
