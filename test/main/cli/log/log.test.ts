import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Filter, listFacts } from '#main/cli/log/facts'
import { openLedger } from '#main/ledger/open-ledger'
import type { Fact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, readRecord, spawnCli } from '#test/main/cli/run-cli'

const OURS = ['--no-bundled', '--skills', 'plain', '--home', 'h']

/** A folder with the skill `plain` and two runs on record, for tests that only look. */
let shared: string

beforeAll(async () => {
  shared = mkdtempSync(join(realpathSync(tmpdir()), 'skillet-log-'))
  cpSync(join(FIXTURES, 'plain'), join(shared, 'plain'), { recursive: true })
  const cwd = shared
  await callCli(['run', 'say', '--args', '{"text": "first words"}', '--yes', ...OURS], { cwd })
  await callCli(['run', 'shout', '--args', '{"text": "second"}', '--yes', '--allow-scripts', ...OURS], { cwd })
})

afterAll(() => rmSync(shared, { recursive: true, force: true }))

/** A copy, for tests that change something. */
function copyRecord(): string {
  const cwd = makeTempDir()
  cpSync(shared, cwd, { recursive: true })
  return cwd
}

function readLines(stdout: string): Fact[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Fact)
}

async function readFacts(cwd: string, ...args: string[]): Promise<Fact[]> {
  const { code, stdout } = await callCli(['log', ...args, '--json', '--home', 'h'], { cwd })
  expect(code).toBe(0)
  return readLines(stdout)
}

function findRun(tool: string): string {
  const started = readRecord(shared).find((fact) => fact.type === 'run.started' && fact.plan.tool === tool)
  return started?.type === 'run.started' ? started.run : ''
}

describe('skillet log', () => {
  it('prints one fact per line, oldest first, and takes filters', async () => {
    const all = await readFacts(shared)
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_fact, index) => index + 1))
    const say = await readFacts(shared, '--tool', 'say', '--since', '1h')
    expect(say.map(({ type }) => type)).toEqual([
      ...['call.requested', 'approval.asked', 'approval.answered', 'run.started', 'run.finished'],
    ])
    const found = await readFacts(shared, '--search', 'first wor')
    expect(found.map(({ type }) => type)).toEqual(['approval.asked', 'run.started'])
  })

  it('leaves out what does not match', async () => {
    const opened = await openLedger({ home: join(shared, 'h'), readOnly: true })
    if (!opened.ok) throw new Error(textOf(opened.problem.message))
    const list = async (filter: Filter) => {
      const facts: Fact[] = []
      for await (const fact of listFacts(opened.ledger, filter)) facts.push(fact)
      return facts
    }
    expect((await list({ tool: 'shout' })).every((fact) => fact.seq > 5)).toBe(true)
    for (const none of [{ search: 'nobody said this' }, { since: '2999-01-01T00:00:00.000Z' }, { chat: 'none' }]) {
      expect(await list(none)).toEqual([])
    }
    await opened.ledger.close()
  })

  it('prints one readable line per fact, without colour in a pipe', async () => {
    const cwd = shared
    const { stdout } = await spawnCli(['log', '--tool', 'say', '--home', 'h'], { cwd })
    const when = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
    expect(stdout).toMatch(
      new RegExp(
        [
          String.raw`^     1  ${when}  call\.requested     say \{"text":"first words"\}`,
          String.raw`     2  ${when}  approval\.asked     \$ echo 'first words'`,
          String.raw`     3  ${when}  approval\.answered  once by flag`,
          String.raw`     4  ${when}  run\.started        [0-9a-f]{8}  \$ echo 'first words'`,
          String.raw`     5  ${when}  run\.finished       [0-9a-f]{8}  exit 0, \d+ ms${'\n'}$`,
        ].join('\n'),
      ),
    )
  })

  it('is empty without a record, and creates none', async () => {
    const cwd = makeTempDir()
    expect(await callCli(['log', 'verify', '--json', '--home', 'h'], { cwd })).toMatchObject({
      code: 0,
      stdout: '{"ok":true,"facts":0}\n',
    })
    expect(await callCli(['log', '--home', 'h'], { cwd })).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('nothing is on record'),
    })
    expect(existsSync(join(cwd, 'h'))).toBe(false)
  })

  it('reads while another process has the record', async () => {
    const cwd = shared
    const opened = await openLedger({ home: join(cwd, 'h') })
    if (!opened.ok) throw new Error(textOf(opened.problem.message))
    expect((await readFacts(cwd)).length).toBeGreaterThan(5)
    await opened.ledger.close()
  })
})

describe('skillet log show', () => {
  it('prints one whole run, found by the beginning of its id', async () => {
    const cwd = shared
    const run = findRun('shout')
    const { code, stdout } = await callCli(['log', 'show', run.slice(0, 8), '--json', '--home', 'h'], { cwd })
    expect(code).toBe(0)
    const shown = JSON.parse(stdout)
    expect(shown).toMatchObject({
      ...{ run, tool: 'shout', args: { text: 'second' }, stdout: 'SECOND!\n', stderr: '' },
      plan: { argv: ['echo', 'SECOND!'] },
    })
    expect(shown.facts.map(({ type }: Fact) => type)).toContain('resolver.finished')
    const people = await callCli(['log', 'show', run, '--home', 'h'], { cwd })
    expect(people.stdout).toContain("$ echo 'SECOND!'")
    expect(people.stdout).toContain('output:\nSECOND!\n')
  })

  it.each([
    ['zzzzzzzz', 'no run on record has the id zzzzzzzz'],
    ['ab', '"ab" is too short'],
  ])('ends with 2 for %s', async (id, message) => {
    const { code, stderr } = await callCli(['log', 'show', id, '--home', 'h'], { cwd: makeTempDir() })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('skillet log verify and export', () => {
  it('confirms a whole chain, and names the first changed fact', async () => {
    const cwd = copyRecord()
    const whole = await callCli(['log', 'verify', '--json', '--home', 'h'], { cwd })
    expect([whole.code, JSON.parse(whole.stdout)]).toEqual([0, { ok: true, facts: expect.any(Number) }])
    const database = new DatabaseSync(join(cwd, 'h', 'skillet.db'))
    for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()) {
      database.exec(`DROP TRIGGER "${name}"`)
    }
    database.exec(`UPDATE facts SET body = replace(body, 'first words', 'other words') WHERE seq = 4`)
    database.close()
    const broken = await callCli(['log', 'verify', '--json', '--home', 'h'], { cwd })
    expect([broken.code, JSON.parse(broken.stdout)]).toEqual([
      1,
      expect.objectContaining({ ok: false, facts: 3, firstBad: 4 }),
    ])
  })

  it('writes every fact with the output of its run, and never over a file', async () => {
    const cwd = copyRecord()
    const { code } = await callCli(['log', 'export', 'out.jsonl', '--home', 'h'], { cwd })
    expect(code).toBe(0)
    const facts = readLines(readFileSync(join(cwd, 'out.jsonl'), 'utf8'))
    expect(facts.map(({ seq }) => seq)).toEqual(readRecord(cwd).map(({ seq }) => seq))
    const finished = facts.filter(({ type }) => type === 'run.finished')
    expect(finished).toMatchObject([{ stdout: 'first words\n' }, { stdout: 'SECOND!\n' }])
    expect((await callCli(['log', 'export', 'out.jsonl', '--home', 'h'], { cwd })).code).toBe(2)
    const nowhere = await callCli(['log', 'export', 'no/such/out.jsonl', '--home', 'h'], { cwd })
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be written') })
  })
})

describe('skillet log replay', () => {
  it('says that nothing differs, and runs nothing', async () => {
    const cwd = shared
    const before = readRecord(cwd)
    const run = findRun('shout')
    const { code, stdout } = await callCli(['log', 'replay', run, '--allow-scripts', '--json', ...OURS], { cwd })
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ ok: true, differences: [], verdict: expect.anything() }),
    ])
    expect(readRecord(cwd)).toEqual(before)
  })

  it('says what differs after the skill has changed, and runs it only with --yes', async () => {
    const cwd = copyRecord()
    const run = findRun('say')
    const tools = join(cwd, 'plain', 'tools.json')
    writeFileSync(tools, readFileSync(tools, 'utf8').replace('"kind": "flag"', '"kind": "flag", "flag": "n"'))
    const dry = await callCli(['log', 'replay', run, '--json', ...OURS], { cwd })
    expect(JSON.parse(dry.stdout).differences.map(({ field }: { field: string }) => field)).toEqual([
      'toolSpec',
      'skillHash',
      'cwd',
    ])
    const people = await callCli(['log', 'replay', run, ...OURS], { cwd })
    expect(people.stdout).toMatch(/\n {2}skillHash {2}was {2}"[0-9a-f]{64}"\n {13}is {3}"[0-9a-f]{64}"/)
    const again = await callCli(['log', 'replay', run, '--yes', '--json', ...OURS], { cwd })
    expect(JSON.parse(again.stdout)).toMatchObject({
      ok: true,
      differences: [{ field: 'toolSpec' }, { field: 'skillHash' }, { field: 'cwd' }],
      run: { stdout: 'first words\n' },
    })
  })
})
