import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { handleSkills } from '#main/requests/handle-skills'
import { readSkill } from '#main/skills/read-skill'
import { exportSkill } from '#main/trust/export-skill'
import { AGENT_SKILLS } from '#test/helpers/agent-skills'
import { CHECKS, writeSkill } from '#test/helpers/function-skill'
import { openTestCore, type TestCore } from '#test/helpers/open-test-core'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'

let open: TestCore | undefined
afterEach(() => open?.core.close())

async function openWith(path: string) {
  open = await openTestCore({ home: makeTempDir(), skills: [{ path, origin: 'named' }] })
  return open.core
}

async function exportFrom(path: string) {
  const core = await openWith(path)
  const into = join(makeTempDir(), 'skills')
  const name = core.registry().skills[0]?.name ?? ''
  const answer = await exportSkill(name, into, core)
  if (!answer.ok) throw new Error(answer.error.message.code)
  const { folder } = answer.value
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(folder, 'SKILL.md'), 'utf8')) ?? []
  return { core, into, name, folder, fields: parse(head) as Record<string, unknown>, body }
}

const PAGE =
  '---\nname: My_Skill\ndescription: Does <b>this</b>.\nlicense: MIT\nowner: me\nmetadata:\n  level: 2\n---\nHow.\n'
const PROMPT =
  '---\nname: ask\ndescription: Asks.\nmetadata:\n  params:\n    type: object\n    properties: { who: { type: string, description: Whom to ask. } }\n---\nAsk politely.\n\nThen wait.\n'

it.each([
  ['commands', join(root, 'skills/git'), '`git log'],
  [
    'functions and prompts',
    () => writeSkill({ 'SKILL.md': PAGE, 'ask.skill.md': PROMPT }),
    '> Ask politely.\n> \n> Then wait.\n\n- `who`: Whom to ask.',
  ],
  ['scripts', () => writeSkill(AGENT_SKILLS['skill-maker'] ?? {}), '`python scripts/init_skill.py [<args>]`'],
])('a skill of %s becomes a folder as other agents want it, and is the same skill here', async (_what, path, tells) => {
  const dir = typeof path === 'string' ? path : path()
  const { core, folder, fields, body } = await exportFrom(dir)
  expect(fields.name).toBe(basename(folder))
  expect(fields.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(fields.description).toMatch(/^[^<>\n]{1,1024}$/)
  expect(Object.keys(fields).every((field) => ALLOWED.includes(field))).toBe(true)
  expect(body).toContain(tells)
  const again = await readSkill(folder, CHECKS)
  expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const tools = core.registry().skills[0]?.tools ?? []
  const short = (names: readonly { name: string }[]) => names.map(({ name }) => name).sort()
  expect(short(again.tools)).toEqual(short(tools))
})

const ALLOWED = ['name', 'description', 'license', 'compatibility', 'allowed-tools', 'metadata']

it('overwrites nothing, and keeps executable files executable', async () => {
  const dir = writeSkill({ 'SKILL.md': PAGE, 'lib/x.txt': 'kept' })
  const { core, into, name, folder } = await exportFrom(dir)
  expect(readFileSync(join(folder, 'lib/x.txt'), 'utf8')).toBe('kept')
  expect(statSync(folder).isDirectory()).toBe(true)
  expect(await exportSkill(name, into, core)).toMatchObject({ ok: false, error: { code: 'SKILL_NOT_KEPT' } })
  expect(await exportSkill('nobody', into, core)).toMatchObject({ ok: false, error: { code: 'SKILL_UNKNOWN' } })
})

it('goes to the folder that the person chooses in the window, and nowhere if they choose none', async () => {
  const core = await openWith(writeSkill({ 'SKILL.md': PAGE }))
  const into = makeTempDir()
  let chosen: string | null = null
  const { 'skill.export': run } = handleSkills(core, {
    ...{ confirm: async () => false, openLink: async () => false, openFolder: async () => null },
    chooseFolder: async () => chosen,
  })
  expect(await run({ skill: 'My_Skill' })).toEqual({ ok: true, value: { folder: null } })
  chosen = into
  expect(await run({ skill: 'My_Skill' })).toEqual({ ok: true, value: { folder: join(into, 'my-skill') } })
  expect(existsSync(join(into, 'my-skill/SKILL.md'))).toBe(true)
})
