import type { OllamaCause, OllamaState } from '#shared/requests/requests'

/** The one action that helps. */
export type OllamaAction =
  | 'install'
  | 'start'
  | 'use-found-host'
  | 'change-host'
  | 'update'
  | 'pull-model'
  | 'consent'
  | 'try-again'

const ACTIONS: Record<OllamaCause, OllamaAction> = {
  'not-installed': 'install',
  'not-running': 'start',
  'wrong-port': 'use-found-host',
  'wrong-host': 'change-host',
  'other-program': 'change-host',
  silent: 'try-again',
  failing: 'try-again',
  'needs-consent': 'consent',
}

/** Null if nothing needs to be done. */
export function actionFor(ollama: OllamaState): OllamaAction | null {
  if (ollama.state === 'ready') return null
  if (ollama.state === 'no-model') return 'pull-model'
  if (ollama.state === 'too-old') return 'update'
  return ollama.cause === undefined ? 'try-again' : ACTIONS[ollama.cause]
}
