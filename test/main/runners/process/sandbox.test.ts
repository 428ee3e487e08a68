import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFolder } from '#main/runners/process/mounts'
import { detectSandbox, NO_SANDBOX, wrapIfPlanned } from '#main/runners/process/sandbox'
import { textOf } from '#shared/messages/message'
import { fixtureBin, makeCommand } from '#test/helpers/fixture-bin'
import { describeEnforced, NOTHING_GRANTED } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

/** A folder of programs, in front of the system's own. */
function makePrograms(programs: Record<string, string>, others = ['/usr/bin', '/bin']): string[] {
  const folder = makeTempDir()
  for (const [name, body] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return [folder, ...others]
}

describe('looking for a sandbox on Linux', () => {
  it('finds none, and says what is missing, if bubblewrap is not installed', async () => {
    expect(await detectSandbox('linux', [makeTempDir()])).toMatchObject({
      word: 'none',
      reason: 'bubblewrap (bwrap) is not installed',
    })
  })

  it.each([
    ['bwrap: setting up uid map: Permission denied', 'this system does not let it make namespaces'],
    ['bwrap: Creating new namespace failed: Operation not permitted', 'this system does not let it make namespaces'],
    ['bwrap: No permissions to create new namespace', 'this system does not let it make namespaces'],
    ['bwrap: error while loading shared libraries', 'it does not work'],
  ])('says none, and why, where bubblewrap is installed and answers %j', async (answer, why) => {
    const searchPath = makePrograms({ bwrap: `echo '${answer}' >&2; exit 1` })
    const { word, reason, wrap } = await detectSandbox('linux', searchPath)
    expect(word).toBe('none')
    expect(textOf(reason)).toContain(`bubblewrap is installed, but ${why}`)
    expect(textOf(reason)).toContain(answer)
    expect(wrap(makeCommand('echo-argv'), NOTHING_GRANTED, [])).toBeNull()
  })

  it('tries once for each search path', async () => {
    const searchPath = makePrograms({ bwrap: 'exit 1' })
    expect(detectSandbox('linux', searchPath)).toBe(detectSandbox('linux', [...searchPath]))
    await detectSandbox('linux', searchPath)
  })
})

describeEnforced('looking for a sandbox on a Linux that has one', () => {
  it('reports enforced, and with what', async () => {
    expect(await detectSandbox('linux', ['/usr/bin', '/bin'])).toMatchObject({
      word: 'enforced',
      reason: expect.stringContaining('bwrap'),
      closesNetwork: true,
    })
  })

  it('reports partial if everything but the network can be closed, and never claims to close it', async () => {
    const refuse =
      'for arg; do [ "$arg" = --unshare-net ] && { echo "bwrap: loopback: Failed RTM_NEWADDR" >&2; exit 1; }; done'
    const searchPath = makePrograms({ bwrap: `${refuse}\nexec /usr/bin/bwrap "$@"` })
    const { word, reason, closesNetwork, wrap } = await detectSandbox('linux', searchPath)
    expect({ word, closesNetwork }).toEqual({ word: 'partial', closesNetwork: false })
    expect(textOf(reason)).toContain('cannot close the network')
    expect(wrap(makeCommand('echo-argv'), NOTHING_GRANTED, [])).toMatchObject({
      args: expect.not.arrayContaining(['--unshare-net']),
    })
  })

  it('mounts by paths where an older bubblewrap takes no descriptors', async () => {
    const refuse =
      'for arg; do case "$arg" in --bind-fd|--ro-bind-fd) echo "bwrap: Unknown option $arg" >&2; exit 1;; esac; done'
    const searchPath = makePrograms({ bwrap: `${refuse}\nexec /usr/bin/bwrap "$@"` })
    const { word, closesNetwork, wrap } = await detectSandbox('linux', searchPath)
    expect({ word, closesNetwork }).toEqual({ word: 'enforced', closesNetwork: true })
    const folders = readFolder(makeTempDir(), 'write')
    const wrapped = wrap(makeCommand('echo-argv'), { ...NOTHING_GRANTED, folders }, [])
    expect(wrapped).toMatchObject({ args: expect.arrayContaining(['--bind', folders[0]?.realPath]) })
    if (wrapped && 'close' in wrapped) wrapped.close?.()
  })

  it('works without a limit for temporary files if an older bubblewrap has none', async () => {
    const refuse = 'for arg; do [ "$arg" = --size ] && { echo "bwrap: Unknown option --size" >&2; exit 1; }; done'
    const searchPath = makePrograms({ bwrap: `${refuse}\nexec /usr/bin/bwrap "$@"` })
    expect(await detectSandbox('linux', searchPath)).toMatchObject({ word: 'enforced', closesNetwork: true })
  })
})

describe('looking for a sandbox elsewhere', () => {
  it('finds none on Windows', async () => {
    expect(await detectSandbox('win32', [])).toMatchObject({ word: 'none', reason: expect.stringContaining('win32') })
  })

  it('reports partial at most on a Mac, and starts the program behind its profile', async () => {
    const searchPath = makePrograms({ 'sandbox-exec': 'exit 0' }, [])
    const sandbox = await detectSandbox('darwin', searchPath)
    expect(sandbox.word).toBe('partial')
    const wrapped = sandbox.wrap(makeCommand('echo-argv', ['--x', '-p']), NOTHING_GRANTED, [])
    expect(wrapped).toEqual({
      path: join(searchPath[0] ?? '', 'sandbox-exec'),
      args: ['-p', expect.stringContaining('(deny network*)'), fixtureBin('echo-argv'), '--x', '-p'],
      reports: false,
    })
    expect(await detectSandbox('darwin', [makeTempDir()])).toMatchObject({ word: 'none' })
  })
})

describe('starting what was planned for a sandbox', () => {
  const command = makeCommand('echo-argv')
  const GONE = { refused: { code: 'sandbox-gone' } }

  it('wraps it', () => {
    const wrapped = { path: '/usr/bin/bwrap', args: ['--'], reports: true }
    expect(wrapIfPlanned(command, NOTHING_GRANTED, () => wrapped)).toEqual({ wrapped })
  })

  it('is impossible after the sandbox is gone', () => {
    expect(wrapIfPlanned(command, NOTHING_GRANTED, NO_SANDBOX.wrap as () => null)).toEqual(GONE)
    expect(wrapIfPlanned(command, NOTHING_GRANTED, undefined)).toEqual(GONE)
  })

  it('leaves alone what was planned without one', () => {
    expect(wrapIfPlanned(command, undefined, undefined)).toEqual({})
    expect(wrapIfPlanned(command, { ...NOTHING_GRANTED, word: 'none' }, () => null)).toEqual({})
  })
})
