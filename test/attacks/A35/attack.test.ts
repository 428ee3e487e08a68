import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toEnded } from '#main/runners/launched'
import { supervise } from '#main/runners/process/supervise'
import { textOf } from '#shared/messages/message'
import { killTree, listTree, plantTree } from '#test/helpers/process-trees'
import { confine, describeEnforced, makeShellCommand } from '#test/helpers/sandbox-here'
import { setScene } from '../attack.ts'

const GIBIBYTE = 2 ** 30
/** Doubles itself this often: 255 processes, and no more whatever becomes of the test. */
const DEPTH = 7

describeEnforced('A35 a program that takes all there is', () => {
  it('cannot fill the disk or the temporary folder without limit', async () => {
    const { work } = setScene('A35')
    // Files without content: what is tried is the limit, not the disk of this machine.
    const script = [
      `truncate -s ${15 * GIBIBYTE} allowed && rm allowed && echo allowed`,
      `truncate -s ${17 * GIBIBYTE} large || echo refused`,
      `fallocate -l ${3 * GIBIBYTE} /tmp/large || echo no room`,
    ].join('; ')
    const run = await supervise(confine(makeShellCommand(script, { cwd: work }), { writable: [work] }))
    expect(run.stdout.text.split('\n')).toEqual(['allowed', 'refused', 'no room', ''])
    expect(statSync(join(work, 'large'), { throwIfNoEntry: false })?.size ?? 0).toBeLessThan(16 * GIBIBYTE)
  })

  it('is ended when its processes together use too much memory', async () => {
    // Without the last command the shell would become the sleep, and forget what it holds.
    const filling = `x=$(head -c 30000000 /dev/zero | tr "\\\\0" a); sleep 60; true`
    const { wrapped, ...command } = confine(makeShellCommand(`for i in 1 2 3 4; do (${filling}) & done; wait`))
    if (!wrapped) throw new Error('nothing confines it')
    const run = await supervise({ ...command, wrapped: { ...wrapped, most: { memory: 60_000_000 } } })
    expect(run).toMatchObject({ exceeded: { what: 'memory' }, timedOut: false, survivors: [], leftovers: [] })
    expect(toEnded(run)).toMatchObject({ how: 'out-of-memory', failure: { code: 'OUT_OF_MEMORY' } })
  })

  it('is ended where its processes together use too much of the processor', async () => {
    const { wrapped, ...command } = confine(makeShellCommand('for i in 1 2; do (while :; do :; done) & done; wait'))
    if (!wrapped) throw new Error('nothing confines it')
    const run = await supervise({ ...command, wrapped: { ...wrapped, most: { seconds: 0.5 } } })
    expect(run).toMatchObject({ exceeded: { what: 'seconds' }, timedOut: false, survivors: [], leftovers: [] })
    const { how, failure } = toEnded(run)
    expect([how, failure?.code]).toEqual(['out-of-processor-time', 'OUT_OF_PROCESSOR_TIME'])
    expect(failure && textOf(failure.message)).toBe('It was ended because it used more than 0.5 s of processor time.')
  })

  it('that the kernel ends for its processor time is told from one that only says so', async () => {
    const end = async (script: string) => {
      const { wrapped, ...command } = confine(makeShellCommand(script))
      if (!wrapped) throw new Error('nothing confines it')
      return toEnded(await supervise({ ...command, wrapped: { ...wrapped, most: { seconds: 3.2 } } })).how
    }
    expect(await end('ulimit -S -t 3; while :; do :; done')).toBe('out-of-processor-time')
    expect(await end('exit 152')).toBe('failed')
  })

  it('is told that its file was too large', async () => {
    const { work } = setScene('A35')
    const script = `exec truncate -s ${17 * GIBIBYTE} large`
    const run = await supervise(confine(makeShellCommand(script, { cwd: work }), { writable: [work] }))
    const { how, failure } = toEnded(run)
    expect([how, failure?.code]).toEqual(['file-too-large', 'FILE_TOO_LARGE'])
    expect(failure && textOf(failure.message)).toBe('It was ended because it wrote a file larger than 16 GiB.')
  })

  it('gets at most 4 GiB of memory for one process and a limited processor time', async () => {
    const { stdout } = await supervise(confine(makeShellCommand('cat /proc/self/limits')))
    expect(stdout.text).toMatch(/^Max data size +4294967296 /m)
    expect(stdout.text).toMatch(/^Max cpu time +3600 /m)
    expect(stdout.text).toMatch(/^Max processes +1024 /m)
  })

  it('is ended with all its processes when it multiplies', async () => {
    const tree = plantTree('one that sleeps', 2000)
    // Each is the whole program again, one step shallower, as a fork bomb is but for the bound.
    const bomb = '[ "$1" -gt 0 ] && { sh -c "$0" "$0" $(($1 - 1)) & sh -c "$0" "$0" $(($1 - 1)) & }; sleep @'
    const args = ['-c', bomb.replace('@', tree.token), bomb.replace('@', tree.token), String(DEPTH)]
    const run = await supervise(confine({ ...tree.command, args }))
    const left = listTree(tree)
    killTree(tree)
    expect(run).toMatchObject({ timedOut: true, survivors: [], leftovers: [] })
    expect(left).toEqual([])
  })
})
