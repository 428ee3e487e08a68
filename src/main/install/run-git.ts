import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reduceEnvironment } from '#main/runners/process/environment'
import { findBinary } from '#main/runners/process/find-binary'
import { sanitizePath } from '#main/runners/process/search-path'
import { reportFailure, type Supervised, supervise } from '#main/runners/process/supervise'
import type { NewFact } from '#shared/facts'

export interface GitPorts {
  home: string
  publish(...facts: NewFact[]): Promise<void>
  signal?: AbortSignal
  /** Git is stopped when it writes more. */
  mostFetchedBytes?: number
  /** The person's proxy settings and certificates. */
  env?: NodeJS.ProcessEnv
}

export type RunGit = ReturnType<typeof makeGit>

const LONGEST_MS = 120_000
const MOST_FETCHED_BYTES = 100 * 1024 * 1024
const LOOK_EVERY_MS = 200

/** How the network is reached; none of these names a program. */
const NETWORK = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NO_PROXY', 'no_proxy', 'SSL_CERT_FILE']
const TRUST = ['SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH']

const FIXED = {
  ...{ GIT_ALLOW_PROTOCOL: 'https:file', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1' },
  // Git's messages are parsed, so they must be in one language.
  ...{ GIT_LFS_SKIP_SMUDGE: '1', GIT_NO_REPLACE_OBJECTS: '1', LC_ALL: 'C' },
}

/**
 * Runs git in a folder, which is also its home: no terminal, no hooks, no helpers, none of the person's configuration.
 */
export function makeGit({ home, publish, signal, env: source = process.env, mostFetchedBytes }: GitPorts) {
  return async (args: string[], folder: string): Promise<Supervised & { isTooLarge: boolean }> => {
    const searchPath = await sanitizePath(source.PATH ?? '', [home])
    const git = await findBinary('git', searchPath)
    if (!git.ok) return { ...reportFailure(performance.now(), git.message), isTooLarge: false }
    const given = [...NETWORK, ...TRUST].flatMap((name) => (source[name] ? [[name, source[name]] as const] : []))
    const { env } = reduceEnvironment(source, [], searchPath)
    const command = {
      ...{ path: git.path, args, cwd: folder, stdin: null, timeoutMs: LONGEST_MS },
      // Without a home there is no configuration, no saved password and no credential helper.
      env: { ...env, ...Object.fromEntries(given), ...FIXED, HOME: folder, XDG_CONFIG_HOME: folder },
    }
    const fetch = randomUUID()
    await publish({ type: 'fetch.started', chat: null, fetch, argv: ['git', ...args], path: git.path, cwd: folder })
    const watch = watchSize(folder, mostFetchedBytes ?? MOST_FETCHED_BYTES)
    const ended = await supervise(command, { signal: AbortSignal.any([...(signal ? [signal] : []), watch.isTooLarge]) })
    watch.stop()
    const { exitCode, ms } = ended
    await publish({ type: 'fetch.finished', chat: null, fetch, exitCode, ms: Math.round(ms) })
    return { ...ended, isTooLarge: watch.isTooLarge.aborted }
  }
}

/** Git itself has no limit for what a server sends. */
function watchSize(folder: string, most: number): { isTooLarge: AbortSignal; stop(): void } {
  const tooLarge = new AbortController()
  let isLooking = false
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    if ((await measureFolder(folder)) > most) tooLarge.abort()
    isLooking = false
  }, LOOK_EVERY_MS)
  return { isTooLarge: tooLarge.signal, stop: () => clearInterval(timer) }
}

/** Files come and go meanwhile; a missing one counts as empty. */
export async function measureFolder(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory()
      ? await measureFolder(path)
      : await lstat(path).then(
          ({ size }) => size,
          () => 0,
        )
  }
  return bytes
}
