import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '#main/formats/rye/signature'
import { root } from '#test/helpers/root'
import { example, makeProject } from '#test/helpers/rye-project'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli } from '#test/main/cli/run-cli'

function start(file = 'tools/utility/hello_world.py', text = example('001', 25)) {
  const dir = makeProject({ [file]: text })
  const home = makeTempDir()
  const run = (...args: string[]) => callCli([...args, '--home', home, '--no-bundled'], { cwd: dir })
  const state = async () => {
    const { stdout } = await run('skills', '--json', '--skills', dir)
    const [skill] = JSON.parse(stdout).skills
    return skill.tools[0]?.signature?.state ?? skill.diagnostics.map(({ code }: { code: string }) => code)
  }
  return { dir, home, file: join(dir, '.ai', file), run, state }
}

describe('signatures of tools', () => {
  it('are made with a key that only the person can read, and are accepted', async () => {
    const { run, state, file, home } = start()
    expect(await state()).toBe('unsigned')
    const signed = JSON.parse((await run('sign', file, '--json')).stdout)
    expect(signed).toMatchObject({ ok: true, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) })
    expect(statSync(join(home, 'keys', 'signing.pem')).mode & 0o777).toBe(0o600)
    expect(await state()).toBe('valid')
    expect(readFileSync(file, 'utf8')).toMatch(/^# rye:signed:\d{4}-\d\d-\d\dT.*\n# \.ai\/tools/)
    await run('sign', file)
    expect(readFileSync(file, 'utf8').match(/rye:signed/g)).toHaveLength(1)
  })

  it('leave a file as executable as it was, and a link a link', async () => {
    const { run, file, dir } = start()
    chmodSync(file, 0o755)
    symlinkSync(file, join(dir, 'link.py'))
    expect(await run('sign', 'link.py')).toMatchObject({ code: 0 })
    expect([statSync(file).mode & 0o777, lstatSync(join(dir, 'link.py')).isSymbolicLink()]).toEqual([0o755, true])
    expect(readFileSync(file, 'utf8')).toContain('rye:signed')
  })

  it('are not made with a damaged key, which is never replaced', async () => {
    const { run, file, home } = start()
    const key = join(home, 'keys', 'signing.pem')
    mkdirSync(join(home, 'keys'))
    writeFileSync(key, 'no key')
    const { code, stderr } = await run('sign', file)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `skillet: ${key} contains no private key. Move it away, and a new key is made.\n`,
    })
    expect(readFileSync(key, 'utf8')).toBe('no key')
  })

  it('RY-22: withhold a tool as soon as one of its bytes changes', async () => {
    const { run, state, file } = start()
    await run('sign', file)
    writeFileSync(file, readFileSync(file, 'utf8').replace('Hello', 'Hallo'))
    expect(await state()).toEqual(['SIGNATURE'])
  })

  it('RY-22, RY-23: count as untrusted until somebody trusts the key; they follow a shebang', async () => {
    const shell =
      '#!/bin/bash\n# @version 1.0.0\n# @executor_id bash\n# @tool_type script\n# @description d\n# @category x\necho hi\n'
    const { run, state, file } = start('tools/t.sh', shell)
    const { fingerprint } = JSON.parse((await run('sign', file, '--json')).stdout)
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/bin\/bash\n# rye:signed/)
    expect(await state()).toBe('valid')
    expect((await run('keys')).stdout).toBe(`${fingerprint}\n`)
    expect(await run('keys', 'remove', fingerprint)).toMatchObject({ code: 0 })
    expect(await state()).toBe('untrusted-key')
    writeFileSync(file, readFileSync(file, 'utf8').replace('#!/bin/bash', '#!/usr/bin/bash'))
    expect(await state()).toBe('untrusted-key')
  })

  it('RY-22: of the whole document are valid with the key that signed it', async () => {
    const { run, home, dir } = start('tools/t.md', 'x')
    const pem =
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAUbAHc8d2KetZE2I9eb+VaUpTLkNsDJtFaAsY0nTEm7I=\n-----END PUBLIC KEY-----\n'
    expect(fingerprintOf(pem)).toBe('6ea18199041a1ea8')
    writeFileSync(join(home, 'theirs.toml'), `[public_key]\npem = """\n${pem}"""\n`)
    expect(await run('keys', 'add', join(home, 'theirs.toml'), '--yes')).toMatchObject({
      code: 0,
      stdout: '6ea18199041a1ea8 is trusted\n',
    })
    mkdirSync(join(dir, 'docs'))
    cpSync(join(root, 'test', 'fixtures', 'rye', 'document-000.md'), join(dir, 'docs', 'tool-format.md'))
    const { judgeSignature, readSignature } = await import('#main/formats/rye/signature')
    const text = readFileSync(join(dir, 'docs', 'tool-format.md'), 'utf8')
    expect(judgeSignature(readSignature(text), new Map([[fingerprintOf(pem), pem]])).state).toBe('valid')
    const other = String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))
    expect(judgeSignature(readSignature(text), new Map([['6ea18199041a1ea8', other]])).state).toBe('modified')
  })

  it('need a valid key, and somebody who says yes', async () => {
    const { run, home } = start()
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' })
    writeFileSync(join(home, 'rsa.pem'), rsa)
    expect(await run('keys', 'add', join(home, 'rsa.pem'), '--yes')).toMatchObject({ code: 2 })
    const good = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
    writeFileSync(join(home, 'good.pem'), good)
    expect(await run('keys', 'add', join(home, 'good.pem'))).toMatchObject({ code: 4 })
    expect((await run('keys')).stdout).toBe('no key is trusted yet\n')
    expect(await run('keys', 'remove', 'nothing')).toMatchObject({ code: 2 })
  })
})

describe('an installed project', () => {
  it('is reviewed, trusted, allowed, run, and withdrawn after one changed byte', async () => {
    const { run, dir, home } = start()
    writeFileSync(join(dir, 'large.txt'), 'not part of it')
    const installed = JSON.parse((await run('skills', 'install', dir, '--json')).stdout)
    expect(installed).toMatchObject({ skills: [{ name: 'sample', format: 'rye', state: 'quarantined' }] })
    const call = () => run('run', 'utility_hello_world', '--args', '{"name": "A"}', '--yes', '--json')
    expect((await call()).code).toBe(3)
    expect((await run('skills', 'trust', 'sample', '--yes')).stderr).toContain('signature: unsigned')
    expect((await call()).code).toBe(3)
    expect(await run('skills', 'scripts', 'sample', 'on', '--yes')).toMatchObject({ code: 0 })
    expect(JSON.parse((await call()).stdout)).toMatchObject({ ok: true, run: { result: 'Hello, A!' } })
    const file = join(home, 'skills', 'sample', '.ai', 'tools', 'utility', 'hello_world.py')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Hello', 'Hallo'))
    expect(JSON.parse((await call()).stdout)).toMatchObject({ error: { code: 'SKILL_CHANGED' } })
    expect(await run('skills', 'remove', 'sample')).toMatchObject({ code: 0 })
  })
})
