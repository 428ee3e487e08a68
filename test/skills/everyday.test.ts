import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadRegistry, type SkillRegistry } from '#main/trust/skill-registry'
import type { Run } from '#shared/call/plan'
import type { JsonObject } from '#shared/json'
import { callTool } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'
import { SKILLS_FOLDER } from './shipped.ts'

let registry: SkillRegistry
const here = (process.env.PATH ?? '').split(':')

beforeAll(async () => {
  registry = await loadRegistry([{ path: SKILLS_FOLDER, origin: 'bundled' }], here)
})

function makeFolder(): string {
  const dir = makeTempDir()
  writeFileSync(join(dir, 'sales.csv'), '\uFEFFcity;price\nBerlin;20\nParis;100\nRome;3\n')
  mkdirSync(join(dir, 'photos'))
  writeFileSync(join(dir, 'photos', 'a.jpg'), 'x'.repeat(2000))
  utimesSync(join(dir, 'photos', 'a.jpg'), 0, 0)
  return dir
}

const call = (tool: string, args: JsonObject, dir = makeFolder()) =>
  callTool({ registry, dir }, `everyday_${tool}`, args)

const resultOf = (run: Run | undefined) => (run?.result ?? {}) as JsonObject

describe('the everyday tools in Python', () => {
  it('load whole, and are not offered before a person allows their code', () => {
    const skill = registry.skills.find(({ name }) => name === 'everyday')
    expect(skill).toMatchObject({ format: 'rye', withheld: [], allowScripts: false })
    expect(skill?.diagnostics).toEqual([])
    expect(skill?.tools).toHaveLength(3)
    expect(registry.tools.some(({ name }) => name.startsWith('everyday_'))).toBe(false)
    for (const { description, runtime } of skill?.tools ?? []) {
      expect(description).toMatch(/\bUse it\b/)
      // A sandbox gives them no folder to write in.
      expect(runtime).not.toHaveProperty('writes')
    }
  })

  it.each([
    [{}, ['20', '100', '3']],
    [{ sort_by: 'price' }, ['3', '20', '100']],
    [{ sort_by: 'price', descending: true, limit: 1 }, ['100']],
    [{ where: 'par' }, ['100']],
  ])('show a table of a CSV file: %o', async (more, prices) => {
    const { run } = await call('csv_table', { path: 'sales.csv', ...more })
    expect((resultOf(run).data as JsonObject[]).map(({ price }) => price)).toEqual(prices)
  })

  it.each([
    ['csv_table', { path: '../x.csv' }, 'outside of the project'],
    ['csv_table', { path: 'none.csv' }, 'There is no file'],
    ['csv_table', { path: 'sales.csv', columns: ['size'] }, 'There is no column size'],
    ['folder_summary', { path: '/etc' }, 'outside of the project'],
    ['convert_units', { amount: 1, from_unit: 'parsec', to_unit: 'm' }, 'not known'],
    ['convert_units', { amount: 1, from_unit: 'kg', to_unit: 'm' }, 'measures weight'],
  ])('say what is wrong: %s %o', async (tool, args, said) => {
    const { succeeded, forModel } = await call(tool, args)
    expect(succeeded).toBe(false)
    expect(forModel).toContain(said)
  })

  it('sum up a folder', async () => {
    const { run } = await call('folder_summary', {})
    expect(resultOf(run).data).toMatchObject({
      ...{ files: 2, folders: 1, largest: [{ path: 'photos/a.jpg', bytes: 2000 }, { path: 'sales.csv' }] },
      newest: [{ path: 'sales.csv' }, { path: 'photos/a.jpg', changed: '1970-01-01' }],
    })
  })

  it.each([
    [26.2, 'mi', 'km', 42.1648128],
    [100, '°C', 'F', 212],
    [1, 'GiB', 'MB', 1073.741824],
    [36, 'km/h', 'm/s', 10],
  ])('convert %d %s into %s', async (amount, from_unit, to_unit, result) => {
    const { run } = await call('convert_units', { amount, from_unit, to_unit })
    expect(resultOf(run).data).toEqual({ amount: result, unit: to_unit })
  })
})
