/** The descriptor for a program's result, separate from its output. */
export const RESULT_PIPE = 4

/** Only the beginning and the end of a larger one are kept. */
export const LARGEST_RESULT = 8 * 1024 * 1024

/** What was kept of a stream. */
export interface Captured {
  text: string
  /** All bytes that arrived, kept or not. */
  bytes: number
  truncated: boolean
  isBinary: boolean
}

export const SILENCE: Captured = { text: '', bytes: 0, truncated: false, isBinary: false }
