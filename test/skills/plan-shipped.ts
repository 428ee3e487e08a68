import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectMachine, type Machine } from '#main/calls/machine'
import { type CallOutcome, makeRunCall } from '#main/calls/run-call'
import { findBinary } from '#main/runners/process/find-binary'
import type { Caller } from '#shared/call/action'
import type { BinaryIdentity } from '#shared/call/plan'
import type { Skill } from '#shared/skill/skill'
import { UNDECIDED } from '#test/helpers/call-ports'
import { fillSampleFolder } from './sample-folder.ts'
import type { Case } from './shipped.ts'

/** Where the example calls are planned and run: a sample folder, and a program that answers for notesmd-cli. */
export interface Stage {
  plan(skill: Skill, call: Case, caller?: Caller): Promise<CallOutcome>
  /** A tool that changes files, or one whose folder is prepared, runs in a copy of the sample folder of its own. */
  run(skill: Skill, call: Case, prepare?: (folder: string) => void): Promise<CallOutcome & { folder: string }>
  close(): void
}

const IDENTITY: BinaryIdentity = { realpath: '/opt/sample/program', dev: '1', ino: '1', size: '1', mtimeNs: '1' }

export async function openStage(skillFolders: string[]): Promise<Stage> {
  const root = mkdtempSync(join(tmpdir(), 'skillet-shipped-'))
  const sample = join(root, 'sample')
  mkdirSync(sample)
  fillSampleFolder(sample)
  const machine = await standIn(sample, skillFolders)
  const planning = findEverything(machine, fakeNotes(root))
  let copies = 0

  return {
    plan: (skill, call, caller) => runOne(skill, call, planning, true, caller),
    run: async (skill, call, prepare) => {
      const isReading = !findTool(skill, call.tool).description.startsWith('Changes ')
      if (isReading && !prepare) return { ...(await runOne(skill, call, machine, false)), folder: sample }
      copies += 1
      const folder = join(root, `copy-${copies}`)
      cpSync(sample, folder, { recursive: true, verbatimSymlinks: true })
      prepare?.(folder)
      return { ...(await runOne(skill, call, await standIn(folder, skillFolders), false)), folder }
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** This machine, whose programs speak English and live in UTC for the while. */
async function standIn(cwd: string, skillFolders: string[]): Promise<Machine> {
  const machine = await inspectMachine({ cwd, skillFolders })
  const { forCall } = machine
  const plain = { LANG: 'C', LC_ALL: 'C', TZ: 'UTC' }
  return { ...machine, forCall: () => ({ ...forCall(), env: { ...forCall().env, ...plain } }) }
}

/** A vault whose daily notes lie in Journal, and a program that says where the vault is. */
function fakeNotes(root: string): string {
  const programs = join(root, 'programs')
  mkdirSync(programs)
  mkdirSync(join(root, 'vault/.obsidian'), { recursive: true })
  writeFileSync(join(root, 'vault/.obsidian/daily-notes.json'), JSON.stringify({ folder: 'Journal/' }))
  writeFileSync(join(programs, 'notesmd-cli'), `#!/bin/sh\nprintf '%s\\n' '${join(root, 'vault')}'\n`)
  chmodSync(join(programs, 'notesmd-cli'), 0o755)
  return programs
}

/** The whole way of a call, approved by the person; with `planOnly`, up to the command, after its resolvers ran. */
function runOne(
  skill: Skill,
  call: Case,
  machine: Machine,
  planOnly: boolean,
  caller: Caller = { kind: 'model', from: 'protocol' },
): Promise<CallOutcome> {
  const runCall = makeRunCall({
    record: async () => {},
    tick: () => {},
    find: (name) => ({ ok: true, skill, tool: findTool(skill, name) }),
    machine,
    ...UNDECIDED,
    decide: async () => ({ decision: 'once', by: 'person' }),
  })
  const { tool, args, scripts: allowScripts = false } = call
  return runCall({
    caller,
    chat: null,
    call: 'call',
    tool,
    args,
    signal: AbortSignal.timeout(20_000),
    allowScripts,
    planOnly,
  })
}

/** Every program counts as found, so that the command is planned wherever the test runs. Resolvers really run. */
function findEverything(machine: Machine, programs: string): Machine {
  const { forCall, searchPath } = machine
  const folders = [programs, ...searchPath]
  return {
    ...machine,
    searchPath: folders,
    forCall: () => {
      const around = forCall()
      return {
        ...around,
        env: { ...around.env, PATH: folders.join(':') },
        findBinary: async (name) => {
          const found = await findBinary(name, folders)
          return found.ok ? found : { ok: true, path: `/opt/sample/${name}`, identity: IDENTITY }
        },
      }
    },
  }
}

function findTool(skill: Skill, name: string) {
  const tool = skill.tools.find((each) => each.name === name)
  if (!tool) throw new Error(`${skill.name} has no tool ${name}`)
  return tool
}
