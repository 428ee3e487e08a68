import type { Input, Output, RequestName } from '#renderer/bridge.ts'
import type { MoveProgress } from '#shared/requests/window-requests'
import type { Context } from './state.ts'

export type SettingsOfTool = Output<'tool.settings'>
export type ExampleResults = Output<'tool.runExamples'>['results']

/** What main lists; loaded where it is shown. */
type Listed =
  | 'background.list'
  | 'backup.list'
  | 'interpreter.list'
  | 'key.list'
  | 'place.read'
  | 'rule.list'
  | 'secret.list'

export const noLists = {
  /** As main sent it. */
  lists: {} as { readonly [Name in Listed]?: Output<Name> },
  isBackingUp: false,
  /** The data is being moved; nothing else is possible until Skillet restarts. */
  moving: null as MoveProgress | null,
  /** A search in the records of tools, and its results. */
  stored: null as { text: string; found: Output<'record.search'> } | null,
}

/** The list that a request of this kind changes. */
const KINDS = {
  ...({
    background: 'background.list',
    interpreter: 'interpreter.list',
    key: 'key.list',
    rule: 'rule.list',
    secret: 'secret.list',
  } as const),
  program: null,
}

type Kind = keyof typeof KINDS
type Changing = Extract<RequestName, `${Kind}.${string}`>

export function makeListsActions({ get, set, ask }: Context) {
  let latest = 0
  const read = (text: string, offset: number) => ask('record.search', { text, offset })
  return {
    /** Asks main for a change to a list, which may ask the person, and shows the list as it is then. */
    async change<N extends Changing>(name: N, input: Input<N>): Promise<Output<N> | undefined> {
      const answer = await ask(name, input)
      const changed = KINDS[name.split('.')[0] as Kind]
      await (changed === null ? get().listPrograms() : get().list(changed))
      return answer
    },
    async list(name: Listed): Promise<void> {
      const listed = await ask(name, {})
      if (listed) set(({ lists }) => ({ lists: { ...lists, [name]: listed } }))
    },
    async makeBackup(): Promise<void> {
      if (get().isBackingUp) return
      set({ isBackingUp: true })
      await ask('backup.make', {})
      set({ isBackingUp: false })
      await get().list('backup.list')
    },
    /** Main lets the person choose the folder and confirm. */
    async moveData(): Promise<void> {
      const answer = await ask('place.move', {})
      if (answer?.moving) set(({ moving }) => ({ moving: moving ?? { phase: 'preparing', done: 0, whole: 0 } }))
    },
    async searchRecords(text: string): Promise<void> {
      const ticket = ++latest
      const found = await read(text, 0)
      if (found && ticket === latest) set({ stored: { text, found } })
    },
    async readMoreRecords(): Promise<void> {
      const { stored } = get()
      const more = stored && (await read(stored.text, stored.found.records.length))
      if (!more || get().stored !== stored) return
      set({ stored: { ...stored, found: { ...more, records: [...stored.found.records, ...more.records] } } })
    },
    async deleteRecord(id: string): Promise<void> {
      await ask('record.delete', { id })
      await get().searchRecords(get().stored?.text ?? '')
    },
  }
}
