import type { Command } from '#main/cli/commands'

export const CHAT_COMMANDS: readonly Command[] = [
  {
    name: 'chat',
    operands: '[MESSAGE]',
    summary: 'asks a model, which may use the tools; without MESSAGE, a conversation on the terminal',
    about: [
      'MESSAGE - reads standard input. With --json: every fact of the turn, one a line; the last is turn.finished.',
      'What must be approved is asked about on a terminal; elsewhere it needs --yes, else it is not run and exit is 4.',
      'Ctrl-C stops the turn with everything it started.',
    ].join('\n'),
    options: ['model', 'host', 'think', 'allow-scripts', 'yes'],
    example: ['skillet chat --model qwen3:4b "What changed here today?"', '$ git log --since midnight …'],
    endsItself: true,
    load: async () => (await import('./chat.ts')).chat,
  },
  {
    name: 'models',
    summary: 'lists the models Ollama has, what each can, and which one is loaded',
    about: 'Where Ollama is not there: says what is missing and what to do, and ends with 5.',
    options: ['host', 'yes'],
    example: ['skillet models', 'qwen3:4b  2.5 GB  4.0B Q4_K_M  context 40960  completion, tools, thinking'],
    load: async () => (await import('#main/cli/models/models')).models,
  },
  {
    name: 'models show',
    operands: 'M',
    summary: 'shows what one model is and can',
    about: 'Capabilities, context length, size and quantisation, as Ollama tells.',
    options: ['host', 'yes'],
    example: ['skillet models show qwen3:4b', 'capabilities  completion, tools, thinking'],
    load: async () => (await import('#main/cli/models/models')).modelsShow,
  },
  {
    name: 'models pull',
    operands: 'M',
    summary: 'fetches a model; stopped or broken off, it goes on where it was',
    about: 'Ctrl-C leaves it. With --json: how far it is, one object a line.',
    options: ['host', 'yes'],
    example: ['skillet models pull qwen3:4b', 'qwen3:4b is here'],
    endsItself: true,
    load: async () => (await import('#main/cli/models/models')).modelsPull,
  },
  {
    name: 'models remove',
    operands: 'M',
    summary: 'removes a model from this Ollama',
    about: 'It can be fetched again.',
    options: ['host', 'yes'],
    example: ['skillet models remove qwen3:4b', 'qwen3:4b is removed'],
    load: async () => (await import('#main/cli/models/models')).modelsRemove,
  },
]
