import { fitsForm, readQuestion } from '#shared/call/question'
import type { JsonObject } from '#shared/json'
import type { CallOptions } from './connection.ts'

type Answer =
  | { action: 'accept'; content: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' }

/** Asks the person in the server's name, and checks the answer: nobody else does. */
export async function answerElicitation(
  params: JsonObject,
  ask: CallOptions['ask'],
  signal: AbortSignal,
): Promise<Answer> {
  const question = readQuestion(params)
  const answer = await ask(question, signal)
  if (answer === null || question.refused || !fitsForm(answer, question.schema)) return { action: 'decline' }
  return { action: 'accept', content: answer as Extract<Answer, { action: 'accept' }>['content'] }
}
