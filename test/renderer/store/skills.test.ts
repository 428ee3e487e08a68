import { describe, expect, it } from 'vitest'
import { SKILLS } from '../../stories/records.ts'
import { CANDIDATES, REVIEW } from '../../stories/reviews.ts'
import { TRUST_ANSWERS } from '../../stories/trust.ts'
import { openStore } from './open-store.ts'

const reply = <T>(value: T) => Promise.resolve({ ok: true, value })
const refusal = (message: string, code = 'SKILL_CHANGED') => Promise.resolve({ ok: false, error: { code, message } })

describe('adding a skill', () => {
  it('shows the contents of a source, installs what was ticked, and continues to its review', async () => {
    const installed: unknown[] = []
    const { store, settle } = openStore(TRUST_ANSWERS, {
      'skill.install': (input) => {
        installed.push(input)
        return reply({ installed: [{ name: 'calendar', dir: '', hash: '', hasReplaced: false }], diagnostics: [] })
      },
    })
    const app = store.getState()
    app.openIntake()
    await app.stage('/somewhere')
    expect(store.getState().intake).toMatchObject({ step: 'staged', staged: { candidates: CANDIDATES } })
    await app.installStaged(['calendar'], false)
    await settle()
    expect(installed).toEqual([{ token: 'staged', names: ['calendar'], replace: false }])
    expect(store.getState()).toMatchObject({ intake: null, chosenSkill: 'calendar', reviewing: { skill: 'calendar' } })
  })

  it('says why a source was refused, and lets another be chosen', async () => {
    const { store } = openStore(TRUST_ANSWERS)
    store.getState().openIntake()
    await store.getState().stage('/x.zip')
    expect(store.getState().intake).toMatchObject({ step: 'refused', diagnostics: [{ code: 'ARCHIVE_ENTRY' }] })
    store.getState().openIntake()
    expect(store.getState().intake).toEqual({ step: 'choose' })
  })

  it('drops what is in quarantine when it is closed, even while it is still read', async () => {
    const dropped: unknown[] = []
    const waiting = Promise.withResolvers<void>()
    const { store, settle } = openStore(TRUST_ANSWERS, {
      'skill.unstage': (input) => {
        dropped.push(input)
        return reply({ dropped: true })
      },
      'skill.stage': async () => {
        await waiting.promise
        return reply({ ok: true, token: 'late', source: { kind: 'folder', from: '' }, candidates: [] })
      },
    })
    const staging = store.getState().stage('/somewhere')
    await store.getState().closeIntake()
    waiting.resolve()
    await staging
    await settle()
    expect(dropped).toEqual([{ token: 'late' }])
    expect(store.getState().intake).toBeNull()
  })

  it('keeps what was not installed in view, with the reason', async () => {
    const { store } = openStore(TRUST_ANSWERS, {
      'skill.install': () => reply({ installed: [], diagnostics: [{ code: 'INSTALL_FAILED', message: 'full' }] }),
    })
    await store.getState().stage('/somewhere')
    await store.getState().installStaged(['calendar'], false)
    expect(store.getState().intake).toMatchObject({ step: 'staged', refused: [{ message: 'full' }] })
  })
})

describe('deciding about a skill', () => {
  it('trusts exactly the hash that was shown', async () => {
    const trusted: unknown[] = []
    const { store } = openStore(TRUST_ANSWERS, {
      'skill.trust': (input) => {
        trusted.push(input)
        return reply({ skill: SKILLS[0] })
      },
    })
    await store.getState().review('photo-tools')
    await store.getState().trustReviewed()
    expect(trusted).toEqual([{ skill: 'photo-tools', hash: REVIEW.hash }])
    expect(store.getState().reviewing).toBeNull()
  })

  it('says in place of the sheet that the skill changed meanwhile', async () => {
    const { store } = openStore(TRUST_ANSWERS, { 'skill.trust': () => refusal('It changed.') })
    await store.getState().review('photo-tools')
    await store.getState().trustReviewed()
    expect(store.getState().reviewing).toEqual({ skill: 'photo-tools', state: 'failed', message: 'It changed.' })
  })

  it('stays at the review when the person took it back in the system dialog', async () => {
    const { store } = openStore(TRUST_ANSWERS, { 'skill.trust': () => refusal('Not trusted.', 'NOT_CONFIRMED') })
    await store.getState().review('photo-tools')
    await store.getState().trustReviewed()
    expect(store.getState().reviewing).toMatchObject({ state: 'here', isTrusting: false })
  })

  it('moves no switch before main confirms it', async () => {
    const { store, asked, settle } = openStore({}, { 'skill.switchScripts': () => reply({ changed: false }) })
    await settle()
    const switching = store.getState().changeSkill('skill.switchScripts', { skill: 'photo-tools', allowed: true })
    expect(store.getState().switching.has('photo-tools')).toBe(true)
    await switching
    expect(store.getState().switching.size).toBe(0)
    expect(asked.slice(-2)).toEqual(['skill.switchScripts', 'skill.list'])
    expect(store.getState().skills?.find(({ name }) => name === 'photo-tools')?.allowScripts).toBe(false)
  })

  it('says where the folder of a removed skill is', async () => {
    const { store } = openStore({}, { 'skill.remove': () => reply({ movedTo: '/home/removed/git' }) })
    await store.getState().removeSkill('git')
    expect(store.getState().moved).toEqual({ skill: 'git', movedTo: '/home/removed/git', how: 'removed' })
  })
})
