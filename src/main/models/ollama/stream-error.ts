import { type Message, textOf } from '#shared/messages/message'
import type { ModelProblemCode } from '#shared/model/model'

/** Carries its code through the `ollama` package. */
export class StreamError extends Error {
  readonly code: ModelProblemCode
  readonly problem: Message
  constructor(code: ModelProblemCode, problem: Message) {
    super(textOf(problem))
    this.problem = problem
    this.code = code
  }
}
