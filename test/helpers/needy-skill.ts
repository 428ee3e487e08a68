import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CallOutcome } from '#main/calls/run-call'
import type { CoreOptions } from '#main/open-core'
import type { SkillAccess } from '#shared/skill/needs'
import { needId } from '#shared/skill/needs'
import { type Scene, setHome, setScene } from '../attacks/attack.ts'
import { openShop, type Shop } from './installed-skill.ts'

/** Each tool as its program, its command and its fixed arguments. */
export type NeedyTools = Record<string, [binary: string, subcommand?: string, ...args: string[]]>

export const pageThatNeeds = (requires: string, name = 'sample') =>
  `---\nname: ${name}\ndescription: Needs something.\nmetadata:\n  requires:\n${requires.replace(/^/gm, '    ')}\n---\nUse it.\n`

export function describeTools(tools: NeedyTools): string {
  const pairs = Object.values(tools).map(([binary, command = '']) => ({ binary, command }))
  const commandsOf = (wanted: string) => pairs.flatMap(({ binary, command }) => (binary === wanted ? [command] : []))
  const allowlist = Object.fromEntries(pairs.map(({ binary }) => [binary, commandsOf(binary)]))
  return JSON.stringify({
    tools: Object.keys(tools).map((name) => ({ name, description: 'Does it.', parameters: { type: 'object' } })),
    allowlist,
    execution: Object.entries(tools).map(([tool, [binary, subcommand = '', ...args]]) => {
      return { tool, binary, subcommand, args: args.map((value) => ({ kind: 'literal', value })) }
    }),
  })
}

export interface Needy extends Shop {
  scene: Scene
  /** The home folder of the person. */
  person: string
  project: string
  /** Writes below the person's home. */
  put(path: string, content?: string): void
  run(tool: string): Promise<CallOutcome>
  /** What it can be given, and whether it is: `git` or `-git`. */
  access(): string[]
  allow(need: string, allowed?: boolean): Promise<{ ok: boolean }>
}

/** An installed skill with its own person, and programs that only this person has; not trusted yet. */
export async function openNeedy(
  id: string,
  requires: string,
  tools: NeedyTools,
  { programs = {}, ...options }: Partial<CoreOptions> & { programs?: Record<string, string> } = {},
): Promise<Needy> {
  const scene = setScene(id)
  const person = setHome(scene)
  const project = join(person, 'project')
  mkdirSync(project)
  for (const [name, script] of Object.entries(programs)) scene.write(`bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755)
  const before = process.env.PATH
  process.env.PATH = `${join(scene.root, 'bin')}:${before}`
  onTestFinished(() => {
    process.env.PATH = before
  })
  const put = (path: string, content = 'secret') => void scene.write(`person/${path}`, content)
  const page = requires === '' ? '---\nname: sample\ndescription: Needs nothing.\n---\n' : pageThatNeeds(requires)
  const files = { 'SKILL.md': page, 'tools.json': describeTools(tools) }
  const shop = await openShop(files, { home: join(person, 'data'), cwd: project, sandbox: 'auto', ...options })
  return {
    ...{ ...shop, scene, person, project, put },
    run: (tool) =>
      shop.core.runCall({
        caller: { kind: 'model', from: 'protocol' },
        ...{ chat: null, call: randomUUID(), tool, args: {} },
        signal: new AbortController().signal,
      }),
    access: () =>
      (shop.skill()?.access ?? []).map(({ need, isGranted }: SkillAccess) => `${isGranted ? '' : '-'}${needId(need)}`),
    allow: (need, allowed = true) => shop.handlers['skill.switchAccess']({ skill: 'sample', need, allowed }),
  }
}

/** Changes the page of the installed skill. */
export const changePage = ({ source }: Shop, requires: string) =>
  writeFileSync(join(source, 'SKILL.md'), pageThatNeeds(requires))
