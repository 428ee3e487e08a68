import type { Message } from '#shared/messages/message'

/** Why a server cannot be used, as something that can be thrown through the package. */
export class Failure extends Error {
  readonly why: Message
  constructor(why: Message) {
    super(why.code)
    this.why = why
  }
}
