import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspectMachine } from '#main/calls/machine'
import { type CallOutcome, type CallPorts, makeRunCall } from '#main/calls/run-call'
import { loadRegistry, type SkillRegistry } from '#main/trust/skill-registry'
import type { NewFact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { UNDECIDED } from '#test/helpers/call-ports'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'

const BLOCK = /^```(\w+)\n([\s\S]*?)^```$/gm

/** An example of a document, word for word, by its number in it. */
export function example(document: '000' | '001', number: number): string {
  const text = readFileSync(join(root, 'test', 'fixtures', 'rye', `document-${document}.md`), 'utf8')
  const found = [...text.matchAll(BLOCK)][number - 1]?.[2]
  if (found === undefined) throw new Error(`document ${document} has no example ${number}`)
  return found
}

/** A project whose `.ai` folder holds these files; its own folder holds nothing else, unless another folder is named. */
export function makeProject(
  files: Record<string, string | Uint8Array>,
  dir = join(makeTempDir(), 'sample'),
  inside = '.ai',
): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, inside, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return dir
}

export async function readProject(dir: string, searchPath = (process.env.PATH ?? '').split(':')) {
  const registry = await loadRegistry([{ path: dir, origin: 'named' }], searchPath)
  const [skill] = registry.skills
  if (!skill) throw new Error('no skill was found')
  const findings = skill.diagnostics
    // Most tools of the tests lie at the root, so that their names are short.
    .filter(({ message }) => message.code !== 'rye-category-empty')
    .map(({ severity, file, path, message }) => `${severity} ${file} ${path}: ${textOf(message)}`)
  return { registry, skill, findings, tool: (name: string) => skill.tools.find((tool) => tool.name === name) }
}

export async function readFiles(files: Record<string, string | Uint8Array>) {
  return readProject(makeProject(files))
}

export type Circumstances = Partial<Pick<CallPorts, 'wait'>> & {
  allowScripts?: boolean
  timeoutMs?: number
  /** Origins that a person granted. */
  hosts?: string[]
  sandbox?: 'auto' | 'off'
}

/** The whole way of one call, with a person who says yes. */
export async function callTool(
  { registry, dir }: { registry: SkillRegistry; dir: string },
  tool: string,
  args: JsonObject,
  { allowScripts = true, timeoutMs, hosts = [], sandbox = 'off', wait }: Circumstances = {},
): Promise<CallOutcome & { facts: NewFact[] }> {
  const machine = await inspectMachine({ cwd: dir, skillFolders: [dir], sandbox })
  const facts: NewFact[] = []
  const forCall = () => {
    const place = machine.forCall()
    return { ...place, given: { ...place.given, hosts } }
  }
  const runCall = makeRunCall({
    ...UNDECIDED,
    machine: { ...machine, forCall },
    record: async (news) => void facts.push(...news),
    tick: () => undefined,
    find: (name) => registry.find(name),
    decide: async () => ({ decision: 'once', by: 'person' }),
    ...(wait && { wait }),
  })
  const outcome = await runCall({
    ...{ call: 'call-1', tool, args, chat: null, caller: { kind: 'model', from: 'protocol' }, allowScripts },
    ...{ signal: new AbortController().signal, ...(timeoutMs !== undefined && { timeoutMs }) },
  })
  return { ...outcome, facts }
}

/** Reads a project of these files and calls one of its tools. */
export async function callIn(
  files: Record<string, string | Uint8Array>,
  tool: string,
  args: JsonObject,
  circumstances?: Circumstances,
) {
  const dir = makeProject(files)
  const { registry } = await readProject(dir)
  return { dir, ...(await callTool({ registry, dir }, tool, args, circumstances)) }
}
