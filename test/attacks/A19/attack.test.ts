import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBinary } from '#main/runners/process/find-binary'
import { sanitizePath } from '#main/runners/process/search-path'
import { processOf } from '#test/helpers/make-plan'
import { attackWith, setScene, writeSkill } from '../attack.ts'

describe('A19 an attacker’s program with a known name', () => {
  it('is never found in an empty, relative, world-writable, skill or workspace folder of PATH', async () => {
    const scene = setScene('A19')
    const evil = `#!/bin/sh\ntouch ${scene.canary}\n`
    for (const folder of ['skills/hostile', 'work', 'work/bin', 'open']) scene.write(`${folder}/git`, evil, 0o755)
    chmodSync(join(scene.root, 'open'), 0o777)
    mkdirSync(join(scene.root, 'good'))
    const skill = join(scene.root, 'skills', 'hostile')
    const paths = ['', '.', './bin', 'bin', join(scene.root, 'open'), skill, scene.work, join(scene.work, 'bin')]
    for (const path of [`:${paths.join(':')}`, paths.join(':'), `${paths.join(':')}:`, '::.::']) {
      const folders = await sanitizePath(path, [skill, scene.work])
      expect(folders).toEqual([])
      expect(await findBinary('git', folders)).toMatchObject({ ok: false, code: 'BINARY_NOT_FOUND' })
    }
  })

  it('does not run from the working folder or the skill', async () => {
    const scene = setScene('A19')
    for (const folder of ['skills/hostile', 'work']) {
      scene.write(`${folder}/uname`, `#!/bin/sh\ntouch ${scene.canary}\n`, 0o755)
    }
    writeSkill(scene, { attack: { binary: 'uname', args: [] } })
    const { results, isPwned } = await attackWith(scene, [{ tool: 'attack', args: {} }])
    expect(processOf(results[0]?.plan).binary.path).toMatch(/^\/(?:usr\/)?bin\/uname$/)
    expect(isPwned()).toBe(false)
  })
})
