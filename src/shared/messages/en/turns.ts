/** Why a tool is not called in this turn or chat. */
export const TURNS = {
  'stopped-before-start': 'it was stopped before it started',
  'too-many-calls-at-once': 'at most {most} calls in one message; ask again for this one',
  'skill-off-in-chat': 'The user switched off the skill {skill} in this chat; do without {tool}.',
  'tool-off-in-chat': 'The user switched off {tool} in this chat; do without it.',
  'called-just-now': '{tool} was just called with these arguments, and its result is above',
  'arguments-wrong-again':
    'the arguments of {tool} were wrong {times} times. Do not call {again} again; answer without it',
  'no-tool-at-all': 'there is no tool {tool}, nor any other. Answer without tools',
  'tool-not-offered': 'there is no tool {tool}. Tools: {names}',
  'messages-left-out': '{count} messages between message {from} and {to} ({characters} characters)',
  'message-left-out': 'message {number} ({from}, {characters} characters)',
  'message-left-out-picture': 'message {number} ({from}, {characters} characters, {pictures} picture)',
  'message-left-out-pictures': 'message {number} ({from}, {characters} characters, {pictures} pictures)',
  'from-person': 'user',
  'from-model': 'assistant',
  'from-tool': 'tool',
  'from-system': 'system',
  'output-left-out': '{count} characters of the output of {tool} (message {number})',
} as const
