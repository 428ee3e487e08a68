import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFile } from '#main/data-folder/write-file'
import { fingerprintOf } from '#main/formats/rye/signature'

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
