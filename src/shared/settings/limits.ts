/** How far things go before they end by themselves, as a person may set it; nothing lies beyond `most`. */
export const LIMITS = {
  /** Requests to the model that may be answered with calls, for one message. */
  maxRounds: { usual: 12, least: 1, most: 50, unit: 'rounds' },
  /** The longest a command runs; a skill may say less. */
  commandMinutes: { usual: 1440, least: 1, most: 1440, unit: 'minutes' },
  /** How long a question waits for its answer. */
  approvalMinutes: { usual: 30, least: 1, most: 480, unit: 'minutes' },
  /** Of what a command prints on each of its two streams. */
  keptOutput: { usual: 512, least: 64, most: 4096, unit: 'KiB' },
} as const

export type LimitName = keyof typeof LIMITS

export const LIMIT_NAMES = [
  'maxRounds',
  'commandMinutes',
  'approvalMinutes',
  'keptOutput',
] as const satisfies LimitName[]

export const isLimitName = (name: string): name is LimitName => (LIMIT_NAMES as readonly string[]).includes(name)
