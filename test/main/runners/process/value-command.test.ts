import { describe, expect, it } from 'vitest'
import type { Json } from '#shared/json'
import { openShop, SCRIPTED } from '#test/helpers/installed-skill'
import { makeRequest, makeSkill, makeSurroundings, makeTool, type WrittenTool } from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

const scripts = [{ name: 'real', file: 'scripts/real.sh', sha256: 'b'.repeat(64) }]
const command = { binary: 'look', subcommand: 'up word' }
const allowlist = { ad: ['run'], look: ['up word'] }

describe('post-processing', () => {
  const planPost = async (postProcess: WrittenTool['postProcess'], given: Json, allowScripts = true) => {
    const tool = makeTool({
      args: [{ param: 'x', kind: 'flag', absentDefault: 'd' }],
      allowlist: { ...allowlist, python3: [''] },
      ...(postProcess && { postProcess }),
    })
    const planned = await planCall(
      makeRequest(tool, given, { skill: makeSkill({ scripts }), allowScripts }),
      makeSurroundings(),
    )
    return planned.ok ? planned.plan.postProcess : planned.error.code
  }

  it('is in the plan with its parameters filled in once', async () => {
    expect(await planPost({ script: 'real', args: ['$x', '$y', 'a$x'] }, { x: '$x' })).toEqual({
      ...{
        kind: 'script',
        argv: ['sh', '/skills/test/scripts/real.sh', '$x', '$y', 'a$x'],
        outcome: 'not-run',
        sha256: 'b'.repeat(64),
      },
    })
    expect(await planPost({ command, args: ['$x'] }, {})).toMatchObject({
      argv: ['look', 'up', 'word', 'd'],
      outcome: 'not-run',
    })
    expect(await planPost(undefined, {})).toBeUndefined()
  })

  it('never runs what must not run', async () => {
    expect(await planPost({ script: 'real', args: [] }, {}, false)).toMatchObject({ outcome: 'scripts-off' })
    expect(await planPost({ script: '../up', args: [] }, {})).toMatchObject({ outcome: 'refused' })
    expect(await planPost({ command, args: ['$x'] }, { x: '--out=x' })).toMatchObject({
      outcome: 'refused',
      note: expect.stringContaining('looks like an option'),
    })
    expect(await planPost({ command: { binary: 'python3', subcommand: '' }, args: [] }, {})).toMatchObject({
      outcome: 'refused',
    })
    expect(await planPost({ command: { binary: 'other', subcommand: '' }, args: [] }, {})).toBe('BINARY_NOT_ALLOWED')
  })
})

it.each(['my up.sh', '.hid.sh', '-x.sh'])('a script named %j gives its value', async (file) => {
  const { core, trust } = await openShop({
    'tools.json': SCRIPTED['tools.json'].replace('"script":"shout"', `"script":"${file.replace('.sh', '')}"`),
    [`scripts/${file}`]: SCRIPTED['scripts/shout.sh'],
  })
  await trust()
  await core.publish({ type: 'setting.changed', chat: null, name: 'scripts', value: 'on' })
  const { run, plan } = await core.runCall({
    ...{ chat: null, call: 'call', tool: 'say', args: { text: 'hello' }, allowScripts: true },
    ...{ caller: { kind: 'person' }, signal: new AbortController().signal },
  })
  expect(plan?.resolvers).toMatchObject([{ outcome: 'resolved', argv: ['sh', expect.stringContaining(file), 'hello'] }])
  expect(run?.stdout).toBe('HELLO\n')
})
