import { expect, it, onTestFinished } from 'vitest'
import { processOf } from '#test/helpers/make-plan'
import { openNeedy } from '#test/helpers/needy-skill'

const NAME = 'REPORT_TOKEN'
const NEED = `env ${NAME}`

it('a variable that a skill declares is reviewed, given with trust to its commands, named in their plans, and taken away', async () => {
  process.env[NAME] = 'first value'
  onTestFinished(() => {
    delete process.env[NAME]
  })
  const needy = await openNeedy(
    'env',
    `env: [${NAME}, UNSET_TOKEN, LD_PRELOAD, "no name", SSH_AUTH_SOCK]`,
    { tell: ['tell'], list: ['ls'] },
    { programs: { tell: `printf %s "$${NAME}"` } },
  )
  const { diagnostics = [] } = needy.skill() ?? {}
  expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
    ['NEED', 'metadata.requires.env[3]'],
    ['NEED', 'metadata.requires.env'],
    ['NEED', 'metadata.requires.env'],
  ])
  const review = await needy.handlers['skill.review']({ skill: 'sample' })
  expect(review).toMatchObject({
    value: { access: [{ need: { kind: 'variable', name: NAME } }, { need: { name: 'UNSET_TOKEN' } }] },
  })
  await needy.trust()
  expect(needy.access()).toEqual([NEED, 'env UNSET_TOKEN', '-home'])

  const told = await needy.run('tell')
  expect(told.run?.stdout).toBe('first value')
  expect(processOf(told.plan).env).toContain(NAME)
  expect(processOf(told.plan).env).not.toContain('UNSET_TOKEN')
  expect(told.plan).toMatchObject({ grants: { needs: [NEED] }, risk: { class: expect.stringMatching(/[CD]/) } })
  expect(told.plan?.effects).toContainEqual({ does: 'use-variable', name: NAME, to: 'tell' })
  expect(JSON.stringify(told.plan)).not.toContain('first value')
  expect(processOf((await needy.run('list')).plan).env).not.toContain(NAME)

  process.env[NAME] = 'second value'
  expect((await needy.run('tell')).plan?.digest).not.toBe(told.plan?.digest)
  await needy.allow(NEED, false)
  const closed = await needy.run('tell')
  expect([closed.run?.stdout, processOf(closed.plan).env.includes(NAME)]).toEqual(['', false])
})

it('a variable that no review listed is not given, also by a decision of an older version', async () => {
  process.env[NAME] = 'kept'
  onTestFinished(() => {
    delete process.env[NAME]
  })
  const needy = await openNeedy('env', `env: [${NAME}]`, { tell: ['tell'] }, { programs: { tell: 'echo' } })
  await needy.trust()
  expect(needy.access()).toContain(NEED)
  const [trusted] = await needy.core.ledger.read({ types: ['skill.trusted'], newestFirst: true, limit: 1 })
  if (trusted?.type !== 'skill.trusted') throw new Error('it was trusted')
  const { skill, hash, programs = [] } = trusted
  await needy.core.publish({ type: 'skill.trusted', chat: null, skill, hash, programs })
  expect(needy.access()).not.toContain(NEED)
})
