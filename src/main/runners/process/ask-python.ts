import { tmpdir } from 'node:os'
import { reduceEnvironment } from './environment.ts'
import { findBinary } from './find-binary.ts'
import { sanitizePath } from './search-path.ts'
import { supervise } from './supervise.ts'

const LONGEST_MS = 30_000
const MOST_PRINTED = 32 * 1024 * 1024

/** Runs our own code in an isolated Python that is not taken from `dir`. Null without Python. */
export async function askPython(code: string, input: string, dir: string): Promise<string | null> {
  const searchPath = await sanitizePath(process.env.PATH ?? '', [dir])
  const found = await findBinary(process.platform === 'win32' ? 'python' : 'python3', searchPath)
  if (!found.ok) return null
  const { env } = reduceEnvironment(process.env, [], searchPath)
  const ended = await supervise(
    {
      ...{ path: found.path, args: ['-I', '-S', '-B', '-X', 'utf8', '-c', code], cwd: tmpdir() },
      ...{ env, stdin: input, timeoutMs: LONGEST_MS },
    },
    { keptBytes: MOST_PRINTED },
  )
  return ended.failure || ended.stdout.truncated ? null : ended.stdout.text
}
