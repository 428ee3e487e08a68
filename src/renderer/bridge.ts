import type { Requests } from '#main/requests/requests'
import type { Push } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import { type Reply, refuse } from '#shared/requests/requests'
import type { Input as InputOf, Output as OutputOf, WindowApi } from '#shared/requests/window-requests'

export type RequestName = keyof Requests
export type Input<N extends RequestName> = InputOf<Requests, N>
export type Output<N extends RequestName> = OutputOf<Requests, N>

declare global {
  interface Window {
    skillet?: WindowApi<Requests>
  }
}

/** Never rejects: a transport error is a reply as well. */
export async function call<N extends RequestName>(name: N, input: Input<N>): Promise<Reply<Output<N>>> {
  const api = window.skillet
  if (!api) return broken(message('opened-outside'))
  try {
    return await api.call(name, input)
  } catch (error) {
    return broken(
      message('request-unanswered', { name, problem: error instanceof Error ? error.message : String(error) }),
    )
  }
}

export function listen(receive: (push: Push) => void): () => void {
  return window.skillet?.listen(receive) ?? (() => {})
}

export interface Bridge {
  call: typeof call
  listen: typeof listen
}

const broken = (why: Message): Reply<never> => refuse('INTERNAL', why)
