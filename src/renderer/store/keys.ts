import type { Context } from './state.ts'

export interface KeysState {
  /** Fingerprints of the trusted keys. */
  keys: readonly string[] | null
}

export interface KeysActions {
  listKeys(): Promise<void>
  /** Null: the person chooses a file. Main asks first. */
  addKey(text: string | null): Promise<boolean>
  removeKey(fingerprint: string): Promise<void>
}

export const noKeys: KeysState = { keys: null }

export function makeKeyActions({ get, set, ask }: Context): KeysActions {
  return {
    async listKeys() {
      const list = await ask('key.list', {})
      if (list) set({ keys: list.fingerprints })
    },
    async addKey(text) {
      const reply = await ask('key.add', text === null ? {} : { text })
      await get().listKeys()
      return reply?.added === true
    },
    async removeKey(fingerprint) {
      await ask('key.remove', { fingerprint })
      await get().listKeys()
    },
  }
}
