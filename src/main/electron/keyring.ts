import { safeStorage } from 'electron'
import { message } from '#shared/messages/message'
import type { Keyring } from '#shared/skill/secret'

/** The system's own; on Linux `basic_text` is a password that everybody knows, and so it counts as none. */
export const keyring: Keyring = {
  missing: () => {
    const isPlain = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
    return isPlain || !safeStorage.isEncryptionAvailable() ? message('secrets-no-keyring') : null
  },
  seal: (value) => safeStorage.encryptString(value),
  open: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
}
