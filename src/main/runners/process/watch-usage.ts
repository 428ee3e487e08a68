import { measureTree } from './process-table.ts'

const EVERY_MS = 500
/** Its engine fills memory faster than most programs. */
const EVERY_MS_WITH_OWN_LIMIT = 200
/** What an interpreter needs before its first line, and what its own limit does not count. */
const BESIDE_BYTES = 128 * 2 ** 20

/** The limits for all processes of a command together, and for a single file. */
export interface Most {
  memory?: number | undefined
  seconds?: number | undefined
  fileBytes?: number | undefined
}

export type Excess = { what: 'memory' } | { what: 'seconds' | 'fileBytes'; most: number }

/** Measures a program and its descendants until they exceed a limit. */
export function watchUsage(
  pid: number,
  most: Most | undefined,
  ownMib: number | undefined,
  exceeded: (excess: Excess) => void,
) {
  const own = ownMib === undefined ? Number.POSITIVE_INFINITY : ownMib * 2 ** 20 + BESIDE_BYTES
  const memory = Math.min(own, most?.memory ?? Number.POSITIVE_INFINITY)
  const { seconds = Number.POSITIVE_INFINITY, fileBytes } = most ?? {}
  let used = 0
  const look = () => {
    const measured = measureTree(pid)
    used = measured.seconds
    if (measured.bytes > memory) exceeded({ what: 'memory' })
    else if (used > seconds) exceeded({ what: 'seconds', most: seconds })
  }
  const isLimited = most !== undefined || ownMib !== undefined
  const timer = isLimited ? setInterval(look, ownMib === undefined ? EVERY_MS : EVERY_MS_WITH_OWN_LIMIT) : undefined
  return {
    stop: () => clearInterval(timer),
    /** What an exit code of the sandbox means. A program can end with it too, so its measured time must fit. */
    explain(exitCode: number | null): Excess | undefined {
      if (exitCode === KILLED_FOR_TIME && used > seconds / 2) return { what: 'seconds', most: seconds }
      return exitCode === KILLED_FOR_SIZE && fileBytes ? { what: 'fileBytes', most: fileBytes } : undefined
    },
  }
}

/** 128 and the numbers of SIGXCPU and SIGXFSZ. */
const KILLED_FOR_TIME = 152
const KILLED_FOR_SIZE = 153
