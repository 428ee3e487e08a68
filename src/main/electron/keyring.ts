import { safeStorage } from 'electron'
import { message } from '#shared/messages/message'
import type { Keyring } from '#shared/skill/secret'

/** The system's key store. `basic_text` on Linux uses a known password, so it counts as none. */
export const keyring: Keyring = {
  missing: () => {
    const isPlain = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
    return isPlain || !safeStorage.isEncryptionAvailable() ? message('secrets-no-system-keyring') : null
  },
  seal: (value) => safeStorage.encryptString(value),
  open: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
}
