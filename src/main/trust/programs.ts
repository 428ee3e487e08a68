import { isDeepStrictEqual } from 'node:util'
import { type FoundFile, toProgram } from '#main/gate/rule-match'
import type { ProgramSearch } from '#main/launchers/find-interpreters'
import { findBinary } from '#main/runners/process/find-binary'
import type { LauncherName } from '#shared/call/action'
import type { Program } from '#shared/call/rule'
import { type Message, message } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import { executionsOf, helpersOf, type Tool } from '#shared/skill/tool'

function listStarted({ tools }: Pick<Skill, 'tools'>): { launchers: LauncherName[]; names: string[] } {
  const runtimes = tools.map(({ runtime }) => runtime)
  const launchers = runtimes.flatMap((runtime): LauncherName[] => {
    if (runtime.kind === 'function') return ['node', 'deno']
    return runtime.kind === 'code' ? [runtime.launcher] : []
  })
  const templates = runtimes.flatMap((runtime) => (runtime.kind === 'program' ? runtime.program : []))
  return { launchers, names: [...templates, ...tools.flatMap(listCommands)] }
}

const listCommands = (tool: Tool): string[] => [
  ...executionsOf(tool).map(({ binary }) => binary),
  ...helpersOf(tool).flatMap(({ script, command }) => [
    ...(script === undefined ? [] : ['sh']),
    ...(command ? [command.binary] : []),
  ]),
]

export const startsPrograms = (skill: Pick<Skill, 'tools'>): boolean =>
  Object.values(listStarted(skill)).some((some) => some.length > 0)

export const isStarted = (skill: Pick<Skill, 'tools'>, name: string): boolean => listStarted(skill).names.includes(name)

/** As they are now. One that is missing is not trusted. */
export async function findPrograms(
  skill: Pick<Skill, 'tools'>,
  { searchPath, interpreters }: ProgramSearch,
): Promise<Program[]> {
  const { launchers, names } = listStarted(skill)
  const found = launchers.length > 0 ? Object.values(await interpreters(...launchers)) : []
  const binaries = [...new Set(names)].map((name) => findBinary(name, searchPath, { withHash: true }))
  return [...found, ...(await Promise.all(binaries))].flatMap((each) => (each.ok ? toProgram(each) : []))
}

/** Why a program is not covered by the person's trust; null for a skill that nobody had to trust. */
export function whyNotTrusted({ name, programs }: Skill, program: string, found: FoundFile): Message | null {
  if (programs === undefined) return null
  if (programs === null) return message('why-trust-unnamed', { skill: name })
  const isSame = programs.some((each) => isDeepStrictEqual(each, toProgram(found)))
  return isSame ? null : message('why-program-changed', { skill: name, program })
}
