import type { ModelProblemCode } from '#shared/model/model'

/** Carries its code through the `ollama` package, which only passes errors on. */
export class StreamError extends Error {
  readonly code: ModelProblemCode
  constructor(code: ModelProblemCode, message: string) {
    super(message)
    this.code = code
  }
}
