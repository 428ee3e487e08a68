import { once } from 'node:events'
import { EXIT, type ExitCode, fail } from '#main/cli/exits'
import { type Invocation, readVersion } from '#main/cli/invocation'
import { openLoopback } from '#main/programs/loopback'
import { hashToken, makePairings } from '#main/programs/pairings'
import { NotPaired, PORT, type ProgramPort } from '#main/programs/program-port'
import { reachSkillet } from '#main/programs/reach-skillet'
import { serveOverStdio } from '#main/programs/serve-protocol'

/**
 * Serves the tools of trusted skills to the program that started this process, or at an address. Only the protocol
 * writes to standard output, unless there is an address.
 */
export async function mcp(invocation: Invocation): Promise<ExitCode> {
  const { home, cwd, skills, env, signal, options } = invocation
  const at = readPort(options)
  const token = env.SKILLET_TOKEN ?? ''
  const port = reachSkillet({ home, cwd, skills, token })
  if (at !== null) await serveOverHttp(port, at, token, invocation).finally(port.close)
  else await serveOverStdio(port, readVersion(), signal)
  return EXIT.done
}

/** Null without --http. */
function readPort({ http, port = String(PORT) }: Invocation['options']): number | null {
  if (http === undefined && port !== String(PORT)) return fail('USAGE', '--port is the port of --http.')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) return fail('USAGE', `--port ${port}: give one from 0 to 65535.`)
  return http === undefined ? null : Number(port)
}

/** Each request needs the token that this process was given. Whether it is still paired is checked with each call. */
async function serveOverHttp(port: ProgramPort, at: number, token: string, { printer, signal }: Invocation) {
  await port.offer().catch((error: Error) => fail(error instanceof NotPaired ? 'USAGE' : 'FAILED', error.message))
  const own = makePairings()
  own.take({
    ...({ type: 'program.paired', seq: 0, at: '', chat: null, program: 'own', name: 'own', kind: 'other' } as const),
    tokenSha256: hashToken(token),
  })
  const ports = { find: own.find, connect: own.connect, open: () => port, version: readVersion() }
  const open = await openLoopback(at, ports).catch((error: NodeJS.ErrnoException) =>
    fail(
      'FAILED',
      error.code === 'EADDRINUSE'
        ? `the port ${at} is in use by another program. Choose another one with --port.`
        : error.message,
    ),
  )
  printer.json({ url: open.url })
  printer.line(open.url)
  if (!signal.aborted) await once(signal, 'abort')
  open.close()
}
