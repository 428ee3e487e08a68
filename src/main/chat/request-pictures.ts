import { canSee } from '#main/agent/messages'
import type { ModelConnection } from '#main/models/models'
import type { Picture } from '#shared/chat/picture'
import type { Fact, FactOf } from '#shared/facts'
import { message } from '#shared/messages/message'
import type { ModelProblem, ModelRequest } from '#shared/model/model'

/** Why this model cannot take these pictures, or null. A model whose abilities are unknown is tried. */
export function checkVision(met: ModelConnection, images: readonly Picture[]): ModelProblem | null {
  if (!met.ok || images.length === 0 || canSee(met.facts?.capabilities)) return null
  return { code: 'MODEL_CANNOT_SEE', message: message('model-cannot-see', { model: met.model }) }
}

/** The bytes of all pictures in the messages of this request. */
export async function readPictures(
  { messages }: ModelRequest,
  readText: (sha256: string) => Promise<string | null>,
): Promise<Pick<ModelRequest, 'pictures'>> {
  const named = messages.flatMap((message) => (message.role === 'user' ? (message.images ?? []) : []))
  if (named.length === 0) return {}
  const pictures = new Map<string, string>()
  for (const { sha256 } of named) {
    const data = pictures.has(sha256) ? null : await readText(sha256)
    if (data !== null) pictures.set(sha256, data)
  }
  return { pictures }
}

/** The person's message in this turn; undefined if these facts lack the turn. */
export function findAsked(facts: readonly Fact[], turn: string): FactOf<'message.added'> | undefined {
  const start = facts.findIndex((fact) => fact.type === 'turn.started' && fact.turn === turn)
  return start < 0 ? undefined : facts.slice(start).find(isFromPerson)
}

const isFromPerson = (fact: Fact): fact is FactOf<'message.added'> =>
  fact.type === 'message.added' && fact.role === 'user'
