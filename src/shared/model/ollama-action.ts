import type { OllamaCause, OllamaState } from '#shared/requests/requests'

const ACTIONS = {
  'not-installed': 'install',
  'not-running': 'start',
  'wrong-port': 'use-found-host',
  'wrong-host': 'change-host',
  'other-program': 'change-host',
  silent: 'try-again',
  failing: 'try-again',
  'needs-consent': 'consent',
} as const satisfies Record<OllamaCause, string>

/** The one action that helps. */
export type OllamaAction = (typeof ACTIONS)[OllamaCause] | 'update' | 'pull-model'

/** Null if nothing needs to be done. */
export function actionFor(ollama: OllamaState): OllamaAction | null {
  if (ollama.state === 'ready') return null
  if (ollama.state === 'no-model') return 'pull-model'
  if (ollama.state === 'too-old') return 'update'
  return ollama.cause === undefined ? 'try-again' : ACTIONS[ollama.cause]
}
