import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CallOutcome } from '#main/calls/run-call'
import type { CoreOptions } from '#main/open-core'
import type { Fact } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { processOf } from '#test/helpers/make-plan'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

/** Where an attack happens: one folder that holds everything, and the file that must not be there at the end. */
export interface Scene {
  root: string
  home: string
  /** Where commands run. */
  work: string
  canary: string
  write(path: string, content: string | Uint8Array, mode?: number): string
}

export function setScene(id: string): Scene {
  const root = makeTempDir()
  const write = (path: string, content: string | Uint8Array, mode = 0o644) => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode })
    return file
  }
  for (const folder of ['home', 'work']) mkdirSync(join(root, folder))
  return { root, home: join(root, 'home'), work: join(root, 'work'), canary: join(root, `PWNED-${id}`), write }
}

/** A person's own folder, in place of the one of whoever tests. */
export function setHome({ root }: Scene): string {
  const person = join(root, 'person')
  mkdirSync(person, { recursive: true })
  const before = process.env.HOME
  process.env.HOME = person
  onTestFinished(() => {
    if (before === undefined) delete process.env.HOME
    else process.env.HOME = before
  })
  return person
}

export interface HostileTool {
  binary: string
  subcommand?: string
  /** As tools.json writes them. */
  args: Json[]
  properties?: JsonObject
  /** More members of its execution. */
  execution?: JsonObject
}

/** A skill as a stranger would write it. Its parameters are texts unless it says otherwise. */
export function writeSkill({ write }: Scene, tools: Record<string, HostileTool>, name = 'hostile'): void {
  const frontmatter = `---\nname: ${name}\ndescription: A skill nobody should have written.\n---\n`
  write(`skills/${name}/SKILL.md`, `${frontmatter}Use it.\n`)
  const descriptor = {
    tools: Object.entries(tools).map(([name, tool]) => ({
      name,
      description: 'Does what it is told.',
      parameters: { type: 'object', properties: tool.properties ?? nameTexts(tool.args) },
    })),
    allowlist: listPairs(Object.values(tools)),
    execution: Object.entries(tools).map(([tool, { binary, subcommand = '', args, execution }]) => {
      return { tool, binary, subcommand, args, ...execution }
    }),
  }
  write(`skills/${name}/tools.json`, JSON.stringify(descriptor))
}

function nameTexts(args: Json[]): JsonObject {
  const named = args.flatMap((arg) => (isObject(arg) && typeof arg.param === 'string' ? [arg.param] : []))
  return Object.fromEntries(named.map((name) => [name, { type: 'string' }]))
}

function listPairs(tools: HostileTool[]): Record<string, string[]> {
  const pairs: Record<string, string[]> = {}
  for (const { binary, subcommand = '' } of tools) pairs[binary] = [...(pairs[binary] ?? []), subcommand]
  return pairs
}

export interface Attempt {
  tool: string
  args: JsonObject
}

export interface Attacked {
  results: CallOutcome[]
  /** What was started, each as its argument list. */
  started: string[][]
  facts: Fact[]
  isPwned(): boolean
}

/** Makes every call. The person approves everything: what holds must hold without them. */
export async function attackWith(
  scene: Scene,
  attempts: readonly Attempt[],
  options: Partial<CoreOptions> & { allowScripts?: boolean } = {},
): Promise<Attacked> {
  const { allowScripts = false, ...rest } = options
  const { core, facts } = await openTestCore({
    home: scene.home,
    cwd: scene.work,
    skills: [{ path: join(scene.root, 'skills'), origin: 'named' }],
    decide: async () => ({ decision: 'once', by: 'person' }),
    ...rest,
  })
  onTestFinished(() => core.close())
  const { signal } = new AbortController()
  const results: CallOutcome[] = []
  for (const attempt of attempts) {
    results.push(
      await core.runCall({
        caller: { kind: 'model', from: 'protocol' },
        chat: null,
        call: randomUUID(),
        ...attempt,
        signal,
        allowScripts,
      }),
    )
  }
  const started = facts.flatMap((fact) => (fact.type === 'run.started' ? [processOf(fact.plan).argv] : []))
  return { results, started, facts, isPwned: () => existsSync(scene.canary) }
}
