import type { Push } from '#shared/facts'
import type { CallName, Calls, Reply } from '#shared/requests/requests'
import type { WindowApi } from '#shared/requests/window-api'

declare global {
  interface Window {
    /** Put there by the preload. */
    skillet?: WindowApi
  }
}

/** Never rejects: what goes wrong on the way is a reply as well. */
export async function call<N extends CallName>(name: N, input: Calls[N]['input']): Promise<Reply<Calls[N]['output']>> {
  const api = window.skillet
  if (!api) return broken('This page was opened outside of Skillet. Start the app with: npm start')
  try {
    return await api.call(name, input)
  } catch (error) {
    return broken(`${name} was not answered: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export function listen(receive: (push: Push) => void): () => void {
  return window.skillet?.listen(receive) ?? (() => {})
}

export interface Bridge {
  call: typeof call
  listen: typeof listen
}

function broken(message: string): Reply<never> {
  return { ok: false, error: { code: 'INTERNAL', message } }
}
