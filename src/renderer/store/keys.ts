import type { Context } from './state.ts'

export interface KeysState {
  /** Fingerprints of the trusted keys. */
  keys: readonly string[] | null
}

export const noKeys: KeysState = { keys: null }

export function makeKeyActions({ get, set, ask }: Context) {
  return {
    async listKeys(): Promise<void> {
      const list = await ask('key.list', {})
      if (list) set({ keys: list.fingerprints })
    },
    /** Null: the person chooses a file. Main asks first. */
    async addKey(text: string | null): Promise<boolean> {
      const reply = await ask('key.add', text === null ? {} : { text })
      await get().listKeys()
      return reply?.added === true
    },
    async removeKey(fingerprint: string): Promise<void> {
      await ask('key.remove', { fingerprint })
      await get().listKeys()
    },
  }
}
