import { appendFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { CURRENT_VERSION } from '#main/ledger/migrations'
import { openCore } from '#main/open-core'
import { textOf } from '#shared/messages/message'
import { callTool, say } from '#test/helpers/fake-ollama'
import { makePng } from '#test/helpers/make-picture'
import { hashFolder, openOldHome, read, unpackOldHome } from '#test/helpers/old-home'
import { callCli } from '#test/main/cli/run-cli'

/** Of each call in the order of the record, by its tool: how it ended. */
const STATES = [
  ...['echo_say done', 'echo_say denied', 'echo_fail failed', 'echo_resolved done', 'echo_count done'],
  ...['echo_stdin done', 'echo_missing refused', 'no_such_tool refused', 'echo_say refused', 'say done', 'say done'],
  ...['echo_count denied', 'echo_count denied', 'echo_say done', 'echo_wait canceled', 'echo_wait timed-out'],
  ...['echo_say done', 'say done', 'echo_wait interrupted', 'echo_say done', 'echo_say done'],
]

/** The person's command line, in the folder above the data folder. */
function callAt(home: string, ...args: string[]) {
  return callCli([...args, '--no-bundled', '--home', home], { cwd: dirname(home) })
}

describe('a home of version 0.1.0', () => {
  it('opens whole, with nothing to report', async () => {
    const { core, requests } = await openOldHome()
    expect(core.notices).toEqual([])
    expect(await read(requests['ledger.verify']({}))).toMatchObject({ ok: true, facts: 390 })
    expect(core.settings()).toMatchObject({ model: 'tiny:1b', theme: 'dark', language: 'de', contextMode: 'full' })
    expect(core.settings()).toMatchObject({ textSize: 'large', scripts: 'on' })
    expect(core.modelBook.settings('tiny:1b')).toMatchObject({ context: 8192, keepAlive: '1h', think: 'off' })
  })

  it('lists its chats as they were, without the deleted ones', async () => {
    const { requests } = await openOldHome()
    const { chats } = await read(requests['chat.list']({}))
    expect(chats.map(({ title, isPinned, isArchived }) => [title, isPinned ?? false, isArchived ?? false])).toEqual([
      ['Ada looks at the disk', false, false],
      ['Wait until the app is killed.', false, false],
      ['Say it inside the sandbox.', false, false],
      ['This chat was deleted and brought back.', false, false],
      ['This chat will be archived.', false, true],
      ['Wait for ten minutes.', false, false],
      ['What is in this picture?', false, false],
      ['Shout hello.', false, false],
      ['Ada looks at the disk', true, false],
    ])
    expect(chats.find(({ title }) => title === 'Shout hello.')).toMatchObject({
      policy: 'trusted',
      toolsOff: { skills: [], tools: ['echo_wait'] },
    })
    expect(chats.every(({ isRunning, isWaiting }) => !isRunning && !isWaiting)).toBe(true)
  })

  it('shows every chat, with the versions of an answer', async () => {
    const { requests } = await openOldHome()
    const { chats } = await read(requests['chat.list']({}))
    const read1 = (chat: string) => read(requests['chat.read']({ chat, limit: 1000 }))
    for (const { chat } of chats) expect((await read1(chat)).facts.length).toBeGreaterThan(3)
    const versions = await read1(chats.find(({ title }) => title === 'Shout hello.')?.chat ?? '')
    expect(versions.versions.map((turns) => turns.length)).toEqual([3])
    expect(JSON.stringify(versions.facts)).toContain('Seven.')
    expect(JSON.stringify(versions.facts)).not.toContain('Blue.')
  })

  it('can be searched', async () => {
    const { requests, home } = await openOldHome()
    const { found } = await read(requests['chat.search']({ text: 'goodb', limit: 50 }))
    expect(found.map(({ title, role }) => [title, role])).toContainEqual(['Ada looks at the disk', 'user'])
    expect((await read(requests['chat.search']({ text: 'chat will be deleted', limit: 50 }))).found).toEqual([])
    const { code, stdout } = await callAt(home, 'log', 'search', 'gone-nowhere', '--json')
    expect([code, stdout]).toEqual([0, ''])
  })

  it('lists its activity, and filters it', async () => {
    const { requests } = await openOldHome()
    const { rows, total } = await read(requests['activity.page']({ from: 0, limit: 200 }))
    expect(total).toBe(STATES.length)
    expect(rows.toReversed().map(({ tool, state }) => `${tool} ${state}`)).toEqual(STATES)
    const denied = await read(requests['activity.page']({ from: 0, limit: 200, state: 'denied' }))
    expect(denied.rows.map(({ decidedBy }) => decidedBy)).toEqual(['rule', 'person', 'person'])
    const shouted = await read(requests['activity.page']({ from: 0, limit: 200, skill: 'sample' }))
    expect(shouted.total).toBe(3)
  })

  it('exports a chat, and imports the file again', async () => {
    const target = join(dirname(unpackOldHome()), 'chat.jsonl')
    const { requests } = await openOldHome({ target })
    const { chats } = await read(requests['chat.list']({}))
    const chat = chats.at(-1)?.chat ?? ''
    expect(await read(requests['chat.export']({ chat, format: 'jsonl' }))).toEqual({ file: target })
    const lines = readFileSync(target, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).type)).toContain('approval.answered')
    await read(requests['chat.export']({ chat, format: 'markdown' }))
    expect(readFileSync(target, 'utf8')).toContain('The disk is **half full**, dear Ada.')
  })

  it('compares two calls', async () => {
    const { requests } = await openOldHome()
    const { rows } = await read(requests['activity.page']({ from: 0, limit: 200 }))
    const [again, first] = rows
    const compared = await read(requests['call.compare']({ left: first?.call ?? '', right: again?.call ?? '' }))
    expect(compared.argv.at(-1)).toEqual({ left: 'from the playground', right: 'from the playground, again' })
    expect(compared.stdout?.join('\n')).toContain('-from the playground\n+from the playground, again')
    expect(compared.differs).toEqual([])
  })

  it('serves its picture', async () => {
    const { requests, core } = await openOldHome()
    const [fact] = (await core.ledger.read({ types: ['message.added'] })).filter(
      (each) => each.type === 'message.added' && each.images !== undefined,
    )
    const picture = fact?.type === 'message.added' ? fact.images?.[0] : undefined
    expect(picture).toMatchObject({ name: 'red square.png', width: 12, height: 8 })
    const { data } = await read(requests['image.read']({ image: picture?.sha256 ?? '' }))
    expect(Buffer.from(data, 'base64').equals(makePng(12, 8, 40))).toBe(true)
  })

  it('has its rules, without the revoked one', async () => {
    const { requests } = await openOldHome()
    const { rules, damage } = await read(requests['rule.list']({}))
    expect(damage).toBeUndefined()
    expect(JSON.stringify(rules)).toContain('a46efd68-948c-41e7-b9d1-c509d7762492')
    expect(JSON.stringify(rules)).toContain('5e1c43f8-94dc-4097-9a01-4f00bedbce4b')
    expect(JSON.stringify(rules)).not.toContain('dea0c4b5-5bbd-479d-8f2f-0412c1feaf35')
  })

  it('runs unasked what a rule allowed, after the person renewed it for the present program', async () => {
    const { requests, ollama, next, core, facts } = await openOldHome()
    const old = '5e1c43f8-94dc-4097-9a01-4f00bedbce4b'
    const { rules } = await read(requests['rule.list']({}))
    expect(rules.find(({ rule }) => rule.id === old)).toMatchObject({ idle: 'program-unnamed' })
    expect(await read(requests['rule.renew']({ rule: old }))).toEqual({ renewed: true })
    const renewed = (await read(requests['rule.list']({}))).rules.at(-1)
    expect(renewed?.idle).toBeUndefined()
    expect(renewed?.rule.program).toMatchObject({ realpath: expect.any(String), sha256: expect.any(String) })
    const { chats } = await read(requests['chat.list']({}))
    const chat = chats.find(({ title }) => title === 'Shout hello.')?.chat ?? ''
    ollama.enqueue(callTool('say', { text: 'hello' }), say('HELLO again.'))
    const [asked, finished] = [next('approval.asked'), next('run.finished')]
    await read(requests['chat.send']({ chat, text: 'Shout it once more.' }))
    // Its script is confined by nothing here, and asks by itself.
    const { call, digest } = await asked
    while (!core.approvals.answer(call, digest, { decision: 'once', by: 'person' })) await new Promise(setImmediate)
    expect(await finished).toMatchObject({ exitCode: 0 })
    const answers = facts.flatMap((fact) => (fact.type === 'approval.answered' ? [[fact.by, fact.rule]] : []))
    expect(answers).toEqual([
      ['person', undefined],
      ['rule', renewed?.rule.id],
    ])
  })

  it('forbids what a rule forbade', async () => {
    const { requests, ollama, facts, next } = await openOldHome()
    const { chats } = await read(requests['chat.list']({}))
    const chat = chats.at(-1)?.chat ?? ''
    ollama.enqueue(callTool('echo_count', { text: 'a b' }), say('It is forbidden.'))
    const ended = next('turn.finished')
    await read(requests['chat.send']({ chat, text: 'Count once more.' }))
    expect(await ended).toMatchObject({ reason: 'answered' })
    expect(facts.map(({ type }) => type)).not.toContain('run.started')
    expect(JSON.stringify(facts)).toContain('a46efd68-948c-41e7-b9d1-c509d7762492')
  })

  it('trusts its skills until one byte of them changes', async () => {
    const { core, home } = await openOldHome()
    const states = () => core.registry().skills.map(({ name, state }) => [name, state])
    expect(states()).toEqual([
      ['echo', 'trusted'],
      ['sample', 'trusted'],
    ])
    appendFileSync(join(home, 'skills', 'sample', 'scripts', 'shout.sh'), '\n')
    await core.restock()
    expect(states()).toEqual([
      ['echo', 'trusted'],
      ['sample', 'changed'],
    ])
  })

  it('lists its backup, and can restore it', async () => {
    const { requests } = await openOldHome()
    const { backups } = await read(requests['backup.list']({}))
    expect(backups).toMatchObject([{ facts: 390, backup: 'skillet-2026-11-19T04-46-29-318Z-390.db' }])
  })

  it('is verified and replayed by the command line', async () => {
    const { core, home } = await openOldHome()
    await core.close()
    const verified = await callAt(home, 'log', 'verify', '--json')
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, facts: 390 })
    const found = await callAt(home, 'log', '--json', '--tool', 'echo_say')
    const run = /"run":"([^"]+)"/.exec(found.stdout)?.[1] ?? ''
    const { code, stdout } = await callAt(home, 'log', 'replay', run)
    expect(code).toBe(0)
    expect(stdout).toContain('printf')
    expect(stdout).toContain('the disk is half full')
    expect(stdout).toMatch(/differs:[\s\S]*cwd/)
    expect(stdout).not.toMatch(/^ +(argv|risk|stdin|env) +was/m)
  })
})

describe('a home from a newer version', () => {
  it('is not opened, is left unchanged, and the remedy is shown', async () => {
    const home = unpackOldHome()
    const database = new DatabaseSync(join(home, 'skillet.db'))
    const newer = CURRENT_VERSION + 1
    database.exec(`UPDATE head SET version = ${newer}; PRAGMA user_version = ${newer}`)
    database.close()
    const before = hashFolder(home)
    const opened = await openCore({ home, cwd: home, skills: [], sandbox: 'off' })
    expect(opened).toMatchObject({ ok: false, remedy: expect.stringContaining('Use the newer Skillet') })
    expect(opened.ok ? '' : textOf(opened.message)).toContain(`was written by a newer Skillet (version ${newer}`)
    // Without the note of a clean close the record is checked once more, and that is all.
    const { 'skillet.db-closed': _, ...kept } = before
    expect(hashFolder(home)).toMatchObject(kept)
    const told = await callAt(home, 'log', 'verify')
    expect(told.code).not.toBe(0)
    expect(told.stdout + told.stderr).toContain('newer Skillet')
  })
})
