import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canRunAnyCode } from '#shared/call/known-programs'
import { natureOf } from '#shared/call/nature'
import { isObject } from '#shared/json'
import type { Skill } from '#shared/skill/skill'
import { executionsOf } from '#shared/skill/tool'
import { processOf } from '#test/helpers/make-plan'
import { openStage, type Stage } from './plan-shipped.ts'
import { listSkillNames, loadShipped, readCases, readExamples, SKILLS_FOLDER } from './shipped.ts'

const all = listSkillNames()
/** Those whose tools are texts that a model follows. */
const PROMPTS = ['commit-message', 'tidy-up']
/** SQLite writes files beside a database that it only reads, and nobody has checked what notesmd-cli keeps. */
const MAY_WRITE = ['notesmd-cli', 'sqlite']
const names = all.filter((name) => !PROMPTS.includes(name) && name !== 'toolbox')
let skills: Map<string, Skill>
let stage: Stage

beforeAll(async () => {
  skills = new Map((await loadShipped()).map((skill) => [skill.name, skill]))
  stage = await openStage([SKILLS_FOLDER])
})
afterAll(() => stage.close())

const get = (name: string) => skills.get(name) as Skill

it('there are seventeen skills with commands, two with texts and one with code, each with its own name', () => {
  expect(all).toHaveLength(20)
  expect([...skills.keys(), 'toolbox'].sort()).toEqual(all)
})

it('no tool name is there twice', () => {
  const tools = [...skills.values()].flatMap((skill) => skill.tools.map((tool) => tool.name))
  expect(new Set(tools).size).toBe(tools.length)
})

describe.each(PROMPTS)('the skill %s, a text that a model follows,', (name) => {
  it('loads whole, runs no code, and may call only built-in tools that look', () => {
    const { diagnostics, withheld, tools, code, body } = get(name)
    expect({ diagnostics, withheld, code }).toEqual({ diagnostics: [], withheld: [], code: undefined })
    expect(tools).toHaveLength(1)
    const known = [...skills.values()].flatMap((skill) => skill.tools.map((tool) => tool.name))
    const [tool] = tools
    expect(tool?.runtime.kind).toBe('prompt')
    expect(tool?.description).toMatch(/\bUse it\b.*Changes nothing\.$/)
    expect(tool?.returns).toMatchObject({ type: 'object' })
    expect(body).toContain(`\`${tool?.name}\``)
    for (const called of tool?.allowedTools?.[0]?.split(' ') ?? ['none']) expect(known).toContain(called)
  })
})

describe.each(names)('the skill %s', (name) => {
  it('loads whole, without a remark', () => {
    const { diagnostics, withheld, tools } = get(name)
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(withheld).toEqual([])
    expect(tools.length).toBeGreaterThanOrEqual(3)
  })

  it('names its required programs, so that it is unavailable if they are missing', () => {
    const { requiredBins, tools } = get(name)
    const used = new Set(
      tools.flatMap(({ runtime }) => (runtime.kind === 'command' ? Object.keys(runtime.allowlist) : [])),
    )
    expect(requiredBins.length).toBeGreaterThan(0)
    for (const bin of requiredBins.flat()) expect(used).toContain(bin)
  })

  it('names first the schema that editors check it against', () => {
    const source = JSON.parse(readFileSync(join(SKILLS_FOLDER, name, 'tools.json'), 'utf8'))
    expect(Object.keys(source)).toEqual(['$schema', 'tools', 'allowlist', 'execution'])
    expect(source.$schema).toBe('../../schema/tools.schema.json')
  })

  it('says in its tools and parameters what they are for, with an example', () => {
    const prefix = `${name.replaceAll('-', '_')}_`
    for (const { name: tool, description, params } of get(name).tools) {
      expect(tool.startsWith(prefix), tool).toBe(true)
      expect(description.length, tool).toBeGreaterThanOrEqual(40)
      expect(description, tool).toMatch(/\bUse\b/)
      expect(params.additionalProperties, tool).toBe(false)
      for (const [param, schema] of Object.entries(params.properties as object)) {
        expect(isObject(schema) && String(schema.description), `${tool}.${param}`).toMatch(/.{10}Examples?: ./s)
      }
    }
  })

  it('allows no program that can run any code, and nothing it does not need', () => {
    const { tools } = get(name)
    const runtime = tools[0]?.runtime
    const allowlist = runtime?.kind === 'command' ? runtime.allowlist : {}
    const used = new Set<string>()
    for (const { binary, subcommand, args, postProcess } of tools.flatMap(executionsOf)) {
      used.add(`${binary} ${subcommand}`)
      const helpers = [postProcess, ...args.map((arg) => ('resolve' in arg ? arg.resolve : undefined))]
      for (const helper of helpers) if (helper?.command) used.add(Object.values(helper.command).join(' '))
    }
    const allowed = Object.entries(allowlist).flatMap(([binary, list]) => list.map((words) => `${binary} ${words}`))
    expect(allowed.sort()).toEqual([...used].sort())
    for (const [binary, list] of Object.entries(allowlist)) {
      for (const words of list) expect(canRunAnyCode(binary, words), `${binary} ${words}`).toBe(false)
    }
  })

  it('has at least three examples that can be planned as written', async () => {
    const examples = readExamples(get(name))
    expect(examples.length).toBeGreaterThanOrEqual(3)
    for (const { tool, args } of examples) {
      const planned = await stage.plan(get(name), { tool, args: JSON.parse(args) })
      expect(planned.error, `${tool} ${args}`).toBeUndefined()
      expect(planned.verdict?.kind, `${tool} ${args}`).not.toBe('refuse')
    }
  })

  it.skipIf(MAY_WRITE.includes(name))('shows no command that only looks as a change', async () => {
    const { tools } = get(name)
    const looks = new Set(tools.flatMap(({ name, description }) => (description.startsWith('Changes ') ? [] : [name])))
    for (const example of readCases(name).filter(({ tool, argv }) => argv && looks.has(tool))) {
      const { plan } = await stage.plan(get(name), example)
      if (plan) expect(['reads', 'online'], example.argv?.join(' ')).toContain(natureOf(plan))
    }
  })

  it('names in SKILL.md all of its tools and no others', () => {
    const { body, tools } = get(name)
    const known = [...skills.values()].flatMap((skill) => skill.tools.map((tool) => tool.name))
    const named = [...body.matchAll(/`([a-z0-9]+(?:_[a-z0-9]+)+)`/g)].map(([, word = '']) => word)
    const params = new Set(tools.flatMap((tool) => Object.keys(tool.params.properties as object)))
    expect(named.filter((word) => !known.includes(word) && !params.has(word))).toEqual([])
    expect(tools.map((tool) => tool.name).filter((tool) => !named.includes(tool))).toEqual([])
    expect(body.split('\n').length).toBeLessThanOrEqual(60)
  })

  it('has at least two example calls for each tool', () => {
    const counts = new Map(get(name).tools.map((tool) => [tool.name, 0]))
    for (const { tool, argv } of readCases(name)) if (argv) counts.set(tool, (counts.get(tool) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count < 2)).toEqual([])
  })

  const cases = readCases(name)
  it.each([...new Set(cases.map(({ tool }) => tool))])(
    'turns calls of %s into exactly these commands',
    async (tool) => {
      for (const example of cases.filter((each) => each.tool === tool)) {
        const what = JSON.stringify(example.args)
        if (example.argv === undefined) {
          // As written: of a model, some of these are read otherwise.
          const { plan, error } = await stage.plan(get(name), example, { kind: 'person' })
          const closed = plan?.closed ? 'PATH_NOT_GRANTED' : undefined
          expect(error?.code ?? closed ?? plan?.action, what).toBe(example.code)
          continue
        }
        const { plan, verdict, error } = await stage.plan(get(name), example)
        expect(plan ? processOf(plan).argv : error, what).toEqual(example.argv)
        expect(processOf(plan).stdin, what).toBe(example.stdin ?? null)
        if (example.cwd !== undefined) expect(processOf(plan).cwd, what).toMatch(new RegExp(`/${example.cwd}$`))
        expect(verdict?.kind, what).not.toBe('refuse')
      }
    },
  )
})

it('says of every tool that changes something that it does', () => {
  const writing =
    /_(create|update|append|add|copy|move|set_property|save|extract|extract_zip|create_zip|unstage|switch)$|_new_/
  for (const { name, description } of [...skills.values()].flatMap((skill) => skill.tools)) {
    const changes = description.startsWith('Changes files: ') || description.startsWith('Changes GitHub: ')
    const isWriting = writing.test(name) || name.endsWith('_create_from_template') || /daily_(add|append)$/.test(name)
    expect(changes, name).toBe(isWriting)
  }
})
