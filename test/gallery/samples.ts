import type { Output } from '#renderer/bridge.ts'
import { message } from '#shared/messages/message'
import type { ModelComparison } from '#shared/model/model-comparison'
import type { ModelTrial } from '#shared/model/model-settings'

const score = { asked: 8, picked: 8, fitted: 7, askedForNothing: 4, quiet: 3, called: 9, ms: 41_000 }
export const TRIALS: Record<string, ModelTrial> = {
  'qwen3:4b': { scores: [{ ...score, style: 'native' }], best: 'native' },
  'gemma3:4b': {
    scores: [
      { ...score, style: 'compact', picked: 6, fitted: 5 },
      { ...score, style: 'choose', picked: 4, fitted: 3 },
    ],
    best: 'compact',
  },
}
export const COMPARED: ModelComparison = {
  ...{ state: 'running', models: ['qwen3:4b', 'gemma3:4b'], done: 3, of: 4 },
  rows: [
    {
      ...{ chat: 'c', seq: 1, text: 'Which folders in my home directory use the most space?' },
      answers: {
        'qwen3:4b': { calls: [{ tool: 'files_disk_usage', line: 'du -h -d 1 /home/you' }], text: '', ms: 4200 },
        'gemma3:4b': { calls: [{ tool: 'disk_usage', problem: 'there is no tool disk_usage' }], text: '', ms: 6100 },
      },
    },
    {
      ...{ chat: 'c', seq: 2, text: 'Thanks! Which of them can I delete?' },
      answers: {
        'qwen3:4b': { calls: [], text: 'That depends on what you still need. Caches can go.', ms: 1900 },
      },
    },
  ],
}

/** One chosen, one missing. */
export const INTERPRETERS: Output<'interpreter.list'>['interpreters'] = [
  { name: 'python', title: 'Python 3', isChosen: true, path: '/home/you/.venv/bin/python3' },
  { name: 'node', title: 'Node.js', isChosen: false, path: '/usr/bin/node' },
  {
    ...{ name: 'deno', title: 'Deno', isChosen: false },
    problem: message('interpreter-missing', { title: 'Deno' }),
  },
  { name: 'bash', title: 'Bash', isChosen: false, path: '/usr/bin/bash' },
]
