import type { Input, Output, RequestName } from '#renderer/bridge.ts'
import type { Fact } from '#shared/facts'
import type { ProgramKind } from '#shared/programs'
import type { ActivityRow } from '#shared/requests/requests'
import type { MoveProgress } from '#shared/requests/window-requests'
import type { SettingName } from '#shared/settings/settings'
import type { Context } from './state.ts'

export type SettingsOfTool = Output<'tool.settings'>
export type ExampleResults = Output<'tool.runExamples'>['results']

type Kind = 'background' | 'interpreter' | 'key' | 'program' | 'rule' | 'secret'
/** What main lists; loaded where it is shown. */
type Listed = `${Kind}.list` | 'backup.list' | 'place.read'
type Changing = Extract<RequestName, `${Kind}.${string}`>

export function makeLists({ get, set, ask }: Context) {
  let latest = 0
  const read = (text: string, offset: number) => ask('record.search', { text, offset })

  /** The program whose details are shown may be gone. */
  async function readShownProgram({ programs }: Output<'program.list'>): Promise<void> {
    const program = get().shownProgram?.program
    if (program === undefined) return
    if (!programs.some((each) => each.program === program)) return set({ shownProgram: null })
    const [folders, done] = await Promise.all([
      ask('folder.list', { chat: program }),
      ask('program.calls', { program }),
    ])
    if (!folders || !done || get().shownProgram?.program !== program) return
    set({ shownProgram: { program, folders, calls: done.rows } })
  }

  return {
    /** As main sent it. */
    lists: {} as { readonly [Name in Listed]?: Output<Name> },
    isBackingUp: false,
    /** The data is being moved; nothing else is possible until Skillet restarts. */
    moving: null as MoveProgress | null,
    /** A search in the records of tools, and its results. */
    stored: null as { text: string; found: Output<'record.search'> } | null,
    /** The program whose details are shown, with its open folders and latest calls. */
    shownProgram: null as {
      program: string
      folders: Output<'folder.list'> | null
      calls: readonly ActivityRow[]
    } | null,
    /** The program whose configuration is in the clipboard. */
    pairedWith: null as ProgramKind | null,
    /** Asks main for a change to a list, which may ask the person, and shows the list as it is then. */
    async change<N extends Changing>(name: N, input: Input<N>): Promise<Output<N> | undefined> {
      const answer = await ask(name, input)
      await get().list(`${name.split('.')[0] as Kind}.list`)
      return answer
    },
    async list(name: Listed): Promise<void> {
      const listed = await ask(name, {})
      if (listed) set(({ lists }) => ({ lists: { ...lists, [name]: listed } }))
      if (listed && 'programs' in listed) await readShownProgram(listed)
    },
    /** Reloads the rules after a fact that changes them. */
    takeRuleFact(fact: Fact): void {
      if (!get().lists['rule.list']) return
      const isUse = fact.type === 'approval.answered' && fact.by === 'rule'
      const isDecided = fact.type === 'rule.made' || fact.type === 'rule.revoked' || fact.type === 'skill.removed'
      if (isUse || isDecided || fact.type === 'skill.trusted') void get().list('rule.list')
    },
    async changeSetting(name: SettingName, value: string | number | string[]): Promise<boolean> {
      const changed = await ask('setting.change', { name, value })
      if (changed && name === 'host') void get().refreshOllama()
      return changed !== undefined
    },
    /** Main asks the person and copies the configuration. With `program`, its token is replaced. */
    async pairProgram(kind: ProgramKind, more: { program?: string; name?: string } = {}): Promise<void> {
      const done = await get().change('program.pair', { kind, ...more })
      if (done?.copied) set({ pairedWith: kind })
    },
    async showProgram(program: string | null): Promise<void> {
      set({ shownProgram: program === null ? null : { program, folders: null, calls: [] } })
      await get().list('program.list')
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
