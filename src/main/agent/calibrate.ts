const LEAST = 0.3
const MOST = 4
/** Below this share of what was expected, a prompt was cut rather than estimated badly. */
const CUT_SHARE = 0.5
const USUAL_ERROR = 1.25
const OLD_DEFAULT_CUT = 2050

/** The factor for the next estimate. `estimate` was made with `previous`; it rises at once and falls by halves. */
export function calibrate(
  previous: number,
  estimate: number,
  promptEvalCount: number,
  wasPrefixUnchanged: boolean,
): number {
  if (!(estimate > 0) || !(promptEvalCount > 0)) return previous
  // What the server still had in its cache is not counted.
  if (wasPrefixUnchanged && promptEvalCount < estimate) return previous
  const measured = (previous * promptEvalCount) / estimate
  return Math.min(MOST, Math.max(LEAST, measured > previous ? measured : (previous + measured) / 2))
}

export interface Evaluated {
  estimate: number
  promptEvalCount: number
  numCtx: number
  wasPrefixUnchanged: boolean
}

/** Whether the server most likely cut the front of the prompt off without a word. */
export function isMismatch({ estimate, promptEvalCount, numCtx, wasPrefixUnchanged }: Evaluated): boolean {
  if (promptEvalCount <= 0) return false
  if (promptEvalCount >= numCtx) return true
  if (wasPrefixUnchanged) return false
  if (promptEvalCount < estimate * CUT_SHARE) return true
  const isCutPoint = [Math.floor(numCtx / 2) + 2, OLD_DEFAULT_CUT].some((cut) => Math.abs(promptEvalCount - cut) <= 2)
  return isCutPoint && estimate > promptEvalCount * USUAL_ERROR
}
