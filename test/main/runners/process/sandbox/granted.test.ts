import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planConfinement } from '#main/runners/process/plan-confinement'
import { supervise } from '#main/runners/process/supervise'
import type { Confinement } from '#shared/call/plan'
import { isInside } from '#shared/paths'
import { confine, describeEnforced, makeShellCommand } from '#test/helpers/sandbox-here'
import { makeTempDir } from '#test/helpers/temp-dir'

const NAMES = ['a', 'a/inner', 'b', 'c'] as const
const PROGRAMS = ['tee', 'curl', 'ssh', 'ps', 'cat'] as const

/** Prints what it can read, reach and signal, and writes wherever it can: in its own /tmp nobody else sees it. */
const probe = (root: string, port: number) => `
  for name in ${NAMES.join(' ')}; do
    [ -r "${root}/$name/canary" ] && echo "read $name"
    (echo x > "${root}/$name/made") 2>/dev/null
  done
  (exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo reach
  kill -0 ${process.pid} 2>/dev/null && echo signal
  true`

/** The same list, from what the card says. */
function tellOf({ folders = [], network, hosts, processes }: Confinement, root: string): string[] {
  const said = NAMES.flatMap((name) => {
    const path = join(root, name)
    // Of two folders that were opened, the inner one counts.
    const inner = folders
      .filter(({ realPath }) => isInside(path, realPath))
      .toSorted((a, b) => b.realPath.length - a.realPath.length)[0]
    if (!inner) return []
    return inner.access === 'write' ? [`read ${name}`, `write ${name}`] : [`read ${name}`]
  })
  return [...said, ...(network && !hosts ? ['reach'] : []), ...(processes ? ['signal'] : [])].sort()
}

describeEnforced('a program under random grants', () => {
  it('can read, write, reach and signal what the card says, and nothing else', async () => {
    const server = createServer((socket) => socket.end()).unref()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const access = fc.constantFrom('none', 'read', 'write')
    const grants = fc.tuple(access, access, access, access)
    try {
      await fc.assert(
        fc.asyncProperty(grants, fc.constantFrom(...PROGRAMS), fc.boolean(), async (given, name, isReadOnly) => {
          const root = makeTempDir()
          for (const folder of NAMES) {
            mkdirSync(join(root, folder), { recursive: true })
            writeFileSync(join(root, folder, 'canary'), '')
          }
          const opened = (wanted: string) =>
            NAMES.filter((_, at) => given[at] === wanted).map((each) => join(root, each))
          const command = { binary: { name, realpath: `/usr/bin/${name}` }, subcommand: '', values: [], isReadOnly }
          const roots = opened('write')
          const confinement = planConfinement(
            { ...command, roots, readable: [...opened('read'), ...roots] },
            'enforced',
            { closesNetwork: true, leadsToHosts: true, dataFolder: null, secrets: () => [], sockets: [] },
          )
          if (!confinement) throw new Error('nothing confines here')
          const shell = makeShellCommand('', { path: '/bin/bash', args: ['-c', probe(root, port)] })
          const { stdout, stderr } = await supervise(confine(shell, confinement))
          const found = stdout.text.split('\n').filter((line) => line !== '')
          const wrote = NAMES.filter((each) => existsSync(join(root, each, 'made'))).map((each) => `write ${each}`)
          expect([...found, ...wrote].sort(), stderr.text).toEqual(tellOf(confinement, root))
          rmSync(root, { recursive: true })
        }),
        { numRuns: 15 },
      )
    } finally {
      server.close()
    }
  })
})
