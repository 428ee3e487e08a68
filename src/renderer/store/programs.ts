import type { ToolsOff } from '#shared/facts'
import type { PortState, ProgramKind, ProgramRow } from '#shared/programs'
import type { ActivityRow } from '#shared/requests/requests'
import type { Folders } from './folders.ts'
import type { Context } from './state.ts'

export interface ProgramsState {
  programs: { rows: readonly ProgramRow[]; port: PortState } | null
  /** The program whose details are shown, with its open folders and latest calls. */
  shownProgram: {
    program: string
    folders: Pick<Folders, 'cwd' | 'rows' | 'isEnforced'> | null
    calls: readonly ActivityRow[]
  } | null
  /** The program whose configuration is in the clipboard. */
  pairedWith: ProgramKind | null
}

export const noPrograms: ProgramsState = { programs: null, shownProgram: null, pairedWith: null }

export function makeProgramActions({ get, set, ask }: Context) {
  const read = async (program: string) => {
    const [listed, done] = await Promise.all([ask('folder.list', { chat: program }), ask('program.calls', { program })])
    if (!listed || !done || get().shownProgram?.program !== program) return
    const { cwd, folders: rows, isEnforced } = listed
    set({ shownProgram: { program, folders: { cwd, rows, isEnforced }, calls: done.rows } })
  }
  return {
    async listPrograms(): Promise<void> {
      const list = await ask('program.list', {})
      if (list) set({ programs: { rows: list.programs, port: list.port } })
      const shown = get().shownProgram?.program
      if (shown !== undefined) await read(shown)
    },
    /** Main asks the person and copies the configuration. With `program`, its token is replaced. */
    async pairProgram(kind: ProgramKind, more: { program?: string; name?: string } = {}): Promise<void> {
      const done = await ask('program.pair', { kind, ...more })
      if (done?.copied) set({ pairedWith: kind })
      await get().listPrograms()
    },
    async revokeProgram(program: string): Promise<void> {
      await ask('program.revoke', { program })
      set({ shownProgram: null })
      await get().listPrograms()
    },
    async showProgram(program: string | null): Promise<void> {
      set({ shownProgram: program === null ? null : { program, folders: null, calls: [] } })
      if (program !== null) await read(program)
    },
    async setProgramTools(program: string, { skills, tools }: ToolsOff): Promise<void> {
      await ask('program.setTools', { program, skills: [...skills], tools: [...tools] })
      await get().listPrograms()
    },
    async chooseProgramFolder(program: string): Promise<void> {
      await ask('chat.setFolder', { chat: program })
      await read(program)
    },
    async openProgramFolder(program: string, access: 'read' | 'write'): Promise<void> {
      await ask('folder.open', { chat: program, access })
      await read(program)
    },
    async closeProgramFolder(program: string, path: string): Promise<void> {
      await ask('folder.close', { chat: program, path })
      await read(program)
    },
  }
}
