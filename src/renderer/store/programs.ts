import type { Input, Output, RequestName } from '#renderer/bridge.ts'
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
  const read = async (program: string) => {
    const [listed, done] = await Promise.all([ask('folder.list', { chat: program }), ask('program.calls', { program })])
    if (!listed || !done || get().shownProgram?.program !== program) return
    set({ shownProgram: { program, folders: listed, calls: done.rows } })
  }
  return {
    async listPrograms(): Promise<void> {
      const list = await ask('program.list', {})
      if (list) set({ programs: list })
      const shown = get().shownProgram?.program
      // Nothing can be read of a program that was removed.
      if (shown !== undefined && get().programs?.programs.some(({ program }) => program === shown)) await read(shown)
    },
    /** Main asks the person and copies the configuration. With `program`, its token is replaced. */
    async pairProgram(kind: ProgramKind, more: { program?: string; name?: string } = {}): Promise<void> {
      const done = await ask('program.pair', { kind, ...more })
      if (done?.copied) set({ pairedWith: kind })
      await get().listPrograms()
    },
    async showProgram(program: string | null): Promise<void> {
      set({ shownProgram: program === null ? null : { program, folders: null, calls: [] } })
      if (program !== null) await read(program)
    },
    /** Changes something of programs, and shows them as they are then. */
    async changeProgram<N extends RequestName>(name: N, input: Input<N>): Promise<void> {
      await ask(name, input)
      await get().listPrograms()
    },
  }
}
