import type { Input, Output, RequestName } from '#renderer/bridge.ts'
import type { BackupRow } from '#shared/requests/requests'
import type { MoveProgress } from '#shared/requests/window-requests'
import type { Context } from './state.ts'

/** What main lists as it is, for the settings and the background tools. Null until it was loaded. */
export const noLists = {
  background: null as Output<'background.list'> | null,
  backups: null as readonly BackupRow[] | null,
  isBackingUp: false,
  /** Fingerprints of the trusted keys. */
  keys: null as readonly string[] | null,
  secrets: null as Output<'secret.list'> | null,
  place: null as Output<'place.read'> | null,
  /** The data is being moved; nothing else is possible until Skillet restarts. */
  moving: null as MoveProgress | null,
}

/** The list that a request of this kind changes. */
const LISTS = {
  ...({ background: 'listBackground', key: 'listKeys', program: 'listPrograms' } as const),
  ...({ rule: 'listRules', secret: 'listSecrets' } as const),
}

type Kind = keyof typeof LISTS
type Changing = Extract<RequestName, `${Kind}.${string}`>

export function makeListsActions({ get, set, ask, ports }: Context) {
  return {
    /** Asks main for a change to a list, which may ask the person, and shows the list as it is then. */
    async change<N extends Changing>(name: N, input: Input<N>): Promise<Output<N> | undefined> {
      const answer = await ask(name, input)
      const [kind] = name.split('.')
      await get()[LISTS[kind as Kind]]()
      return answer
    },
    async listBackground(): Promise<void> {
      const background = await ask('background.list', {})
      if (background) set({ background })
    },
    async listKeys(): Promise<void> {
      const list = await ask('key.list', {})
      if (list) set({ keys: list.fingerprints })
    },
    async listSecrets(): Promise<void> {
      const secrets = await ask('secret.list', {})
      if (secrets) set({ secrets })
    },
    async listBackups(): Promise<void> {
      const reply = await ports.call('backup.list', {})
      if (reply.ok) set({ backups: reply.value.backups })
    },
    async makeBackup(): Promise<void> {
      if (get().isBackingUp) return
      set({ isBackingUp: true })
      await ask('backup.make', {})
      set({ isBackingUp: false })
      await get().listBackups()
    },
    async readPlace(): Promise<void> {
      const reply = await ports.call('place.read', {})
      if (reply.ok) set({ place: reply.value })
    },
    /** Main lets the person choose the folder and confirm. */
    async moveData(): Promise<void> {
      const answer = await ask('place.move', {})
      if (answer?.moving) set(({ moving }) => ({ moving: moving ?? { phase: 'preparing', done: 0, whole: 0 } }))
    },
  }
}
