import { EXIT, type ExitCode } from '#main/cli/exits'
import { type Invocation, readVersion } from '#main/cli/invocation'
import { reachSkillet } from '#main/programs/reach-skillet'
import { serveOverStdio } from '#main/programs/serve-protocol'

/**
 * Serves the tools of trusted skills to the program that started this process. Only the protocol writes to standard
 * output.
 */
export async function mcp({ home, cwd, skills, env, signal }: Invocation): Promise<ExitCode> {
  const port = reachSkillet({ home, cwd, skills, token: env.SKILLET_TOKEN ?? '' })
  await serveOverStdio(port, readVersion(), signal)
  return EXIT.done
}
