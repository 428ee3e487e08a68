import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'

const root = dirname(dirname(import.meta.dirname))
const official = join(root, 'node_modules', 'electron', 'dist')

describe.runIf(process.platform === 'linux')('npm start', () => {
  it('says that there is no display and continues in the terminal with what is there and what is missing', () => {
    const { stdout, stderr, status } = start({})
    expect(stderr).toContain('there is no display here')
    expect(stdout).toMatch(/Ollama/)
    expect(stdout).toMatch(/[Dd]isplay/)
    expect(stderr + stdout).not.toMatch(/\n\s+at /)
    expect([0, 1]).toContain(status)
  })

  it('names an Electron folder without Electron, with the remedy and no stack trace', () => {
    const empty = makeTempDir()
    const { stderr, status } = start({ DISPLAY: ':1', ELECTRON_OVERRIDE_DIST_PATH: empty })
    expect(stderr).toContain(empty)
    expect(stderr).toContain('unset it')
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(status).toBe(1)
  })

  it('names the missing libraries and the command that installs them', () => {
    const { folder, path } = makeBrokenElectron()
    const { stderr, status } = start({ DISPLAY: ':1', ELECTRON_OVERRIDE_DIST_PATH: folder, PATH: path })
    expect(stderr).toMatch(/missing: libgtk-3\.so\.0, libnss3\.so\./)
    expect(stderr).toContain('sudo apt-get install -y libgtk-3-0 libnss3')
    expect(status).toBe(1)
  })

  it.skipIf(existsSync(official))('says what helps if Electron can neither be downloaded nor found elsewhere', () => {
    const env = {
      DISPLAY: ':1',
      SKILLET_NO_NPM_ELECTRON: '1',
      SKILLET_CACHE: makeTempDir(),
      ELECTRON_MIRROR: 'http://127.0.0.1:9/',
    }
    const { stderr, status } = start(env)
    expect(stderr).toContain('ELECTRON_OVERRIDE_DIST_PATH=/that/folder npm start')
    expect(stderr).not.toMatch(/\n\s+at .*skillet/)
    expect(status).toBe(1)
  })
})

function start(env: Record<string, string>) {
  const { PATH = '' } = process.env
  return spawnSync(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    encoding: 'utf8',
    env: { PATH, HOME: makeTempDir(), SKILLET_HOME: makeTempDir(), ...env },
  })
}

/** An Electron whose libraries `ldd` does not find. */
function makeBrokenElectron(): { folder: string; path: string } {
  const folder = makeTempDir()
  writeFileSync(join(folder, 'electron'), '')
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const listing = 'libgtk-3.so.0 => not found\\nlibnss3.so => not found\\nlibc.so.6 => /lib/libc.so.6 (0x1)\\n'
  writeFileSync(join(bin, 'ldd'), `#!/bin/sh\nprintf '${listing}'\n`, {
    mode: 0o755,
  })
  return { folder, path: `${bin}:${process.env.PATH}` }
}
