import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keyring } from '#shared/skill/secret'

/** A key store of the test's own, that really encrypts: with the key of this object, which nobody else has. */
export function makeKeyring(key = randomBytes(32)): Keyring {
  return {
    missing: () => null,
    seal: (value) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
