import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { planProcess } from '#main/runners/process/plan-command'
import type { PlanContext } from '#main/runners/runner'
import { makeSurroundings } from '#test/helpers/make-tool'
import { makeTempDir } from '#test/helpers/temp-dir'

it('shows a link as deleted, but what is in its folder where the link is written like that folder', async () => {
  const cwd = makeTempDir()
  mkdirSync(join(cwd, 'kept'))
  writeFileSync(join(cwd, 'kept', 'a.txt'), 'one')
  symlinkSync('kept', join(cwd, 'link'))
  const at = makeSurroundings({ cwd, roots: [cwd] }) as unknown as PlanContext
  const deletedBy = async (path: string) => {
    const command = { binary: 'rm', argv: ['rm', '-r', path], stdin: null, values: [], args: {} }
    const planned = await planProcess({ ...command, origin: ['skill', 'skill', 'model'] }, at)
    if (planned.ok !== true) throw new Error(JSON.stringify(planned))
    return planned.effects.flatMap((effect) => (effect.does === 'delete' ? [effect.realPath] : []))
  }
  expect(await deletedBy('link')).toEqual([join(cwd, 'link')])
  expect(await deletedBy('link/')).toEqual([join(cwd, 'kept')])
})
