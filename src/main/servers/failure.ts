import type { Message } from '#shared/messages/message'

/** Why a server cannot be used, as an error that passes through the package. */
export class Failure extends Error {
  readonly why: Message
  constructor(why: Message, options?: ErrorOptions) {
    super(why.code, options)
    this.why = why
  }
}
