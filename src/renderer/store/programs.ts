import type { Output } from '#renderer/bridge.ts'
import type { ProgramKind } from '#shared/programs'
import type { ActivityRow } from '#shared/requests/requests'
import type { Context } from './state.ts'

export const noPrograms = {
  programs: null as Output<'program.list'> | null,
  /** The program whose details are shown, with its open folders and latest calls. */
  shownProgram: null as {
    program: string
    folders: Output<'folder.list'> | null
    calls: readonly ActivityRow[]
  } | null,
  /** The program whose configuration is in the clipboard. */
  pairedWith: null as ProgramKind | null,
}

export function makeProgramActions({ get, set, ask }: Context) {
  return {
    /** Also what is shown of one, which may be gone. */
    async listPrograms(): Promise<void> {
      const list = await ask('program.list', {})
      const program = get().shownProgram?.program
      if (list) set({ programs: list })
      if (!list || program === undefined) return
      if (!list.programs.some((each) => each.program === program)) return set({ shownProgram: null })
      const [listed, done] = await Promise.all([
        ask('folder.list', { chat: program }),
        ask('program.calls', { program }),
      ])
      if (!listed || !done || get().shownProgram?.program !== program) return
      set({ shownProgram: { program, folders: listed, calls: done.rows } })
    },
    /** Main asks the person and copies the configuration. With `program`, its token is replaced. */
    async pairProgram(kind: ProgramKind, more: { program?: string; name?: string } = {}): Promise<void> {
      const done = await get().change('program.pair', { kind, ...more })
      if (done?.copied) set({ pairedWith: kind })
    },
    async showProgram(program: string | null): Promise<void> {
      set({ shownProgram: program === null ? null : { program, folders: null, calls: [] } })
      await get().listPrograms()
    },
  }
}
