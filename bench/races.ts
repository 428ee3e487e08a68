// A script that nobody approved takes the place of one that was, as fast as it can, while its tool is called over and over.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Core, openCore } from '#main/open-core'
import { type SkillPorts, switchScripts, trustSkill } from '#main/trust/change-skills'
import { storeIn, sweepStore } from '#main/trust/store'
import { textOf } from '#shared/messages/message'
import { type Race, raceScripts } from '#test/helpers/race-scripts'
import { printTable, type Report } from './report.ts'

const SWAPS = Number(process.env.SKILLET_SWAPS ?? 10_000)
const RUNS = 200
const resolveCommand = { script: 'shout', args: ['$param'] }
const DESCRIPTOR = {
  tools: [{ name: 'say', parameters: { type: 'object', properties: { text: { type: 'string' } } } }],
  allowlist: { echo: [''] },
  execution: [{ tool: 'say', binary: 'echo', subcommand: '', args: [{ param: 'text', resolveCommand }] }],
}

export async function run(): Promise<Report> {
  const race = await raceOnce(SWAPS, RUNS)
  return {
    name: 'races',
    rows: [
      { name: 'A script was swapped', value: race.swaps, unit: 'times' },
      { name: 'Its tool was called', value: race.runs, unit: 'times' },
      { name: '… and ran what was approved', value: race.approved, unit: 'times' },
      { name: '… and ran without the script, or not at all', value: race.withheld, unit: 'times' },
      { name: '… and ran bytes that nobody approved', value: countUnapproved(race), unit: 'times', goal: 0 },
    ],
  }
}

export const countUnapproved = ({ unapproved, isMarked }: Race): number => unapproved.length + Number(isMarked)

export async function raceOnce(swaps: number, runs: number): Promise<Race> {
  const home = mkdtempSync(join(tmpdir(), 'skillet-races-'))
  const source = join(home, 'skills', 'sample')
  mkdirSync(join(source, 'scripts'), { recursive: true })
  writeFileSync(join(source, 'SKILL.md'), '---\nname: sample\ndescription: x\n---\nx\n')
  writeFileSync(join(source, 'tools.json'), JSON.stringify(DESCRIPTOR))
  writeFileSync(join(source, 'scripts', 'shout.sh'), 'printf "%s" "$1" | tr a-z A-Z\n')
  const opened = await openCore({
    ...{ home, cwd: home, skills: [] },
    decide: async () => ({ decision: 'once', by: 'person' }),
  })
  if (!opened.ok) throw new Error(textOf(opened.message))
  const { core } = opened
  try {
    await allow(core)
    const request = { chat: null, tool: 'say', signal: new AbortController().signal }
    const say = (text: string) =>
      core.runCall({ caller: { kind: 'model', from: 'protocol' }, ...request, call: randomUUID(), args: { text } })
    return await raceScripts({ source, mark: join(home, 'PWNED-A25'), swaps, runs }, say)
  } finally {
    await core.close()
    await sweepStore(storeIn(home), new Set())
    rmSync(home, { recursive: true, force: true })
  }
}

async function allow(core: Core): Promise<void> {
  const ports: SkillPorts = { ...core, publish: (fact) => core.publish(fact) }
  const trusted = await trustSkill('sample', core.registry().skills[0]?.hash ?? '', ports)
  const allowed = await switchScripts('sample', true, { ...ports, scripts: () => 'on', confirm: async () => true })
  if (!trusted.ok || !allowed.ok) throw new Error('The skill of the race could not be trusted.')
}

if (import.meta.main) printTable(await run())
