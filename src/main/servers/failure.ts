import type { Message } from '#shared/messages/message'

/** Why a server cannot be used, as something that can be thrown through the package. */
export class Failure extends Error {
  readonly why: Message
  constructor(why: Message, options?: ErrorOptions) {
    super(why.code, options)
    this.why = why
  }
}
