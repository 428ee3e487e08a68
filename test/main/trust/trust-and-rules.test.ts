import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hashToolSpec } from '#main/skills/spec-hash'
import type { Rule } from '#shared/call/rule'
import { textOf } from '#shared/messages/message'
import { openShop, type Shop } from '#test/helpers/installed-skill'
import { PAGE } from '#test/main/skills/write-skill'

const TOOLS = ['plain', 'scripted']
const parameters = { type: 'object', properties: { text: { type: 'string' } } }
const resolveCommand = { script: 'shout', args: ['$param'] }
const FILES = {
  'tools.json': JSON.stringify({
    tools: TOOLS.map((name) => ({ name, parameters })),
    allowlist: { echo: [''] },
    execution: [
      { tool: 'plain', binary: 'echo', subcommand: '', args: [{ param: 'text' }] },
      { tool: 'scripted', binary: 'echo', subcommand: '', args: [{ param: 'text', resolveCommand }] },
    ],
  }),
  'scripts/shout.sh': 'printf "%s" "$1" | tr a-z A-Z\n',
}

it('a changed page suspends all rules of a skill, and trusting it again restores them', async () => {
  const shop = await openWithRules()
  appendFileSync(join(shop.source, 'SKILL.md'), 'More words.\n')
  await shop.core.restock()
  expect(await idleOf(shop)).toEqual({ plain: 'skill-untrusted', scripted: 'skill-untrusted' })
  await shop.trust()
  expect(await idleOf(shop)).toEqual({ plain: 'holds', scripted: 'holds' })
})

it('a changed script suspends the rules of the tools that name it, and of no others', async () => {
  const shop = await openWithRules()
  appendFileSync(join(shop.source, 'scripts/shout.sh'), '# more\n')
  await shop.trust()
  expect(await idleOf(shop)).toEqual({ plain: 'holds', scripted: 'tool-changed' })
})

it('another name inherits no rule', async () => {
  const shop = await openWithRules()
  writeFileSync(join(shop.source, 'SKILL.md'), PAGE.replace('name: sample', 'name: renamed'))
  await shop.trust('renamed')
  expect(Object.values(await idleOf(shop))).not.toContain('holds')
})

async function openWithRules(): Promise<Shop> {
  const shop = await openShop(FILES)
  await shop.trust()
  const { tools = [], scripts = [], hash = '' } = shop.skill() ?? {}
  for (const tool of tools) {
    const rule: Rule = {
      ...{
        id: tool.name,
        effect: 'allow',
        skill: 'sample',
        skillHash: hash,
        tool: tool.name,
        createdFrom: 'a'.repeat(64),
        program: { path: '/bin/echo', realpath: '/bin/echo' },
      },
      ...{ toolSpec: hashToolSpec(tool, scripts), scope: { kind: 'always' } },
    }
    await shop.core.publish({ type: 'rule.made', chat: null, rule })
  }
  expect(await idleOf(shop)).toEqual({ plain: 'holds', scripted: 'holds' })
  return shop
}

async function idleOf({ handlers }: Shop): Promise<Record<string, string>> {
  const reply = await handlers['rule.list']({})
  if (!reply.ok) throw new Error(textOf(reply.error.message))
  return Object.fromEntries(reply.value.rules.map(({ rule, idle }) => [rule.tool, idle ?? 'holds']))
}
