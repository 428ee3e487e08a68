/** Why a tool is not called in this turn or chat. */
export const TURNS = {
  'stopped-before-start': 'it was stopped before it started',
  'too-many-calls-at-once': 'at most {most} calls in one message; ask again for this one',
  'skill-off-in-chat': 'The user switched off the skill {skill} in this chat; do without {tool}.',
  'tool-off-in-chat': 'The user switched off {tool} in this chat; do without it.',
} as const
