/** Verdicts, refusals and what stops a call. */
export const CALLS = {
  'skill-not-trusted': 'The skill {skill} is not trusted yet. Review it and trust it before its tools can run.',
  'skill-changed':
    'The skill {skill} changed since you trusted it. Review it and trust it again before its tools can run.',
} as const
