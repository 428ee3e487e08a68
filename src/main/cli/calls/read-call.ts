import { CommandError, fail } from '#main/cli/exits'
import type { Options } from '#main/cli/options'

const LONGEST_TIMEOUT_MS = 24 * 60 * 60 * 1000

/** What the command line says about one call. Scripts that are not allowed on it are left to the skill's setting. */
export function readCall(tool: string, options: Options) {
  const timeout = readTimeout(options)
  const args =
    options.args === undefined
      ? {}
      : parseJson(options.args, (why) => `--args is not JSON: ${why}. Write it like --args '{"name": "value"}'.`)
  return { tool, args, ...(options['allow-scripts'] && { allowScripts: true as const }), ...timeout }
}

export function readTimeout({ timeout: said }: Options): { timeoutMs?: number } {
  if (said === undefined) return {}
  const timeoutMs = Number(said)
  if (/^\d{1,9}$/.test(said) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS) return { timeoutMs }
  return fail('USAGE', `--timeout ${said}: give milliseconds, from 1 to ${LONGEST_TIMEOUT_MS}.`)
}

export function parseJson(text: string, explain: (why: string) => string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CommandError({ code: 'USAGE', message: explain((error as Error).message) })
  }
}
