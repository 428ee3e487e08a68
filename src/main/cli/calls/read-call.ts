import type { Options } from '#main/cli/options'

/** What the command line says about one call. */
export interface CallWords {
  tool: string
  args: unknown
  /** Given on the line; otherwise the skill's setting counts. */
  allowScripts?: true
  timeoutMs?: number
}

export type ReadCall = { ok: true; call: CallWords } | { ok: false; message: string }

const LONGEST_TIMEOUT_MS = 24 * 60 * 60 * 1000

export function readCall(tool: string, options: Options): ReadCall {
  const timeout = readTimeout(options.timeout)
  if (!timeout.ok) return timeout
  const args = options.args === undefined ? { ok: true as const, value: {} } : parseJson(options.args)
  if (!args.ok)
    return { ok: false, message: `--args is not JSON: ${args.message}. Write it like --args '{"name": "value"}'.` }
  const isAllowed = options['allow-scripts'] === true
  return { ok: true, call: { tool, args: args.value, ...(isAllowed && { allowScripts: true }), ...timeout.value } }
}

export function readTimeout(
  said: string | undefined,
): { ok: true; value: { timeoutMs?: number } } | { ok: false; message: string } {
  if (said === undefined) return { ok: true, value: {} }
  const timeoutMs = Number(said)
  if (/^\d{1,9}$/.test(said) && timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)
    return { ok: true, value: { timeoutMs } }
  return { ok: false, message: `--timeout ${said}: give milliseconds, from 1 to ${LONGEST_TIMEOUT_MS}.` }
}

export function parseJson(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, message: (error as Error).message }
  }
}
