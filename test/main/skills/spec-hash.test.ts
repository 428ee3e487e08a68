import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkill } from '#main/skills/read-skill'
import { hashToolSpec } from '#main/skills/spec-hash'
import type { Runtime } from '#shared/skill/tool'
import { httpSpec } from '#test/helpers/http-call'
import { makeTool } from '#test/helpers/make-tool'
import { anyChecks } from '#test/main/formats/descriptors'
import { PAGE, writeSkill } from '#test/main/skills/write-skill'

const DESCRIPTOR = {
  tools: [
    { name: 'plain', description: 'One.', parameters: { type: 'object', properties: { text: { type: 'string' } } } },
    { name: 'scripted', description: 'Two.', parameters: { type: 'object', properties: { text: { type: 'string' } } } },
  ],
  allowlist: { echo: [''], printf: ['%s'] },
  execution: [
    { tool: 'plain', binary: 'echo', subcommand: '', args: [{ param: 'text' }] },
    {
      tool: 'scripted',
      ...{ binary: 'printf', subcommand: '%s' },
      args: [{ param: 'text', resolveCommand: { script: 'find' } }],
    },
  ],
}

const FILES = {
  'tools.json': JSON.stringify(DESCRIPTOR),
  'scripts/find.sh': 'echo x\n',
  'scripts/other.sh': 'echo y\n',
}

describe('the identity of a tool', () => {
  it('is the one that rules made by older versions refer to', async () => {
    const { before } = await start()
    expect(before.plain).toBe('79664f1106e64355e8bf56f508a87267be1a1232a947355864be8198ae06ac6c')
  })

  it('stays the same if only SKILL.md changes', async () => {
    const { dir, before } = await start()
    appendFileSync(join(dir, 'SKILL.md'), 'More words.\n')
    expect(await specsOf(dir)).toEqual(before)
  })

  it('changes with a script for the tools that name it, and for no others', async () => {
    const { dir, before } = await start()
    appendFileSync(join(dir, 'scripts/find.sh'), 'echo z\n')
    const after = await specsOf(dir)
    expect(after.plain).toBe(before.plain)
    expect(after.scripted).not.toBe(before.scripted)
    appendFileSync(join(dir, 'scripts/other.sh'), 'echo z\n')
    expect(await specsOf(dir)).toEqual(after)
  })

  it('changes with the name of its skill', async () => {
    const { dir, before } = await start()
    writeFileSync(join(dir, 'SKILL.md'), PAGE.replace('name: sample', 'name: renamed'))
    const after = await specsOf(dir)
    expect(after.plain).not.toBe(before.plain)
    expect(after.scripted).not.toBe(before.scripted)
  })

  it.each<[string, (descriptor: typeof DESCRIPTOR) => object]>([
    ['its description', (all) => ({ tools: [{ ...all.tools[0], description: 'Else.' }, all.tools[1]] })],
    ['its schema', (all) => ({ tools: [{ ...all.tools[0], parameters: { type: 'object' } }, all.tools[1]] })],
    ['its time limit', (all) => ({ tools: [{ ...all.tools[0], timeoutMs: 1 }, all.tools[1]] })],
    ['its line of the allowlist', ({ allowlist }) => ({ allowlist: { ...allowlist, echo: ['', '-n'] } })],
    ['how it runs', (all) => ({ execution: [{ ...all.execution[0], args: [] }, all.execution[1]] })],
  ])('changes with %s, and the other tool stays what it is', async (_what, change) => {
    const { dir, before } = await start()
    writeFileSync(join(dir, 'tools.json'), JSON.stringify({ ...DESCRIPTOR, ...change(DESCRIPTOR) }))
    const after = await specsOf(dir)
    expect(after.plain).not.toBe(before.plain)
    expect(after.scripted).toBe(before.scripted)
  })

  it('does not change with the order of keys or with another tool', async () => {
    const { dir, before } = await start()
    const { execution, allowlist, tools } = DESCRIPTOR
    const more = { ...tools[1], name: 'third' }
    const run = { ...execution[1], tool: 'third' }
    const parameters = { properties: { text: { type: 'string' } }, type: 'object' }
    const turned = { parameters, description: 'One.', name: 'plain' }
    const written = { allowlist, tools: [more, turned, tools[1]], execution: [run, ...execution] }
    writeFileSync(join(dir, 'tools.json'), JSON.stringify(written))
    expect(await specsOf(dir)).toMatchObject(before)
  })
})

async function start() {
  const dir = writeSkill(FILES)
  return { dir, before: await specsOf(dir) }
}

async function specsOf(dir: string): Promise<Record<string, string>> {
  const { tools, scripts } = await readSkill(dir, anyChecks)
  return Object.fromEntries(tools.map((tool) => [tool.name, hashToolSpec(tool, scripts)]))
}

it('changes with every part of how a file runs and of a request', () => {
  const entry = { file: 'tool.py', sha256: 'a' }
  const code = { kind: 'code', launcher: 'python', entry, mode: 'function' } as const
  const request = httpSpec('https://a.example/')
  const runtimes: Runtime[] = [
    ...[code, { ...code, launcher: 'node' as const }, { ...code, mode: 'script' as const }],
    ...[
      { ...code, writes: true as const },
      { ...code, entry: { ...entry, file: 'else.py' } },
    ],
    { ...code, entry: { ...entry, sha256: 'b' } },
    ...[request, { ...request, url: 'https://b.example/' }].map((spec) => ({ kind: 'http' as const, spec })),
    { kind: 'http', spec: { ...request, headers: [{ name: 'a', value: [{ text: 'b' }] }] } },
  ]
  const hashes = runtimes.map((runtime) => hashToolSpec({ ...makeTool(), runtime }, []))
  expect(new Set(hashes).size).toBe(runtimes.length)
})
