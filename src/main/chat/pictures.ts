import { canSee } from '#main/agent/messages'
import { type CheckedPicture, checkPicture, pictureTypeOf, soundTypeOf } from '#main/chat/check-picture'
import type { Ledger } from '#main/ledger/open-ledger'
import type { ModelConnection } from '#main/models/models'
import type { Picture, PictureType, SoundType } from '#shared/chat/picture'
import type { Fact, FactOf } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import type { ModelProblem, ModelRequest } from '#shared/model/model'
import { dropOldest } from './drafts.ts'

/** Twice what one message may hold. The oldest staged picture is dropped first. */
const MOST_HELD_CHARACTERS = 220_000_000

type Checked = Extract<CheckedPicture, { ok: true }>

export type Pictures = ReturnType<typeof makePictures>

/** Pictures that are attached but not sent, and those on record. */
export function makePictures(ledger: Pick<Ledger, 'append' | 'readText'>) {
  /** Counted once for each message it is attached to. */
  const held = new Map<string, { checked: Checked; times: number }>()

  function hold(checked: Checked): void {
    const { sha256 } = checked.picture
    const times = (held.get(sha256)?.times ?? 0) + 1
    held.delete(sha256)
    held.set(sha256, { checked, times })
    dropOldest(held, MOST_HELD_CHARACTERS, ({ checked: { data } }) => data.length)
  }

  function letGo(sha256: string): boolean {
    const one = held.get(sha256)
    if (!one) return false
    one.times--
    if (one.times === 0) held.delete(sha256)
    return true
  }

  return {
    /** Kept until it is sent or removed. */
    stage: (name: string, bytes: Buffer): { ok: true; picture: Picture } | { ok: false; message: Message } => {
      const checked = checkPicture(name, bytes)
      if (!checked.ok) return checked
      hold(checked)
      return { ok: true, picture: checked.picture }
    },
    hold,
    unstage: letGo,
    staged: (sha256: string): Picture | undefined => held.get(sha256)?.checked.picture,
    /** Resolves once their bytes are on the disk. */
    keep: async (pictures: readonly Picture[]): Promise<void> => {
      const texts = pictures.flatMap(({ sha256 }) => held.get(sha256)?.checked.data ?? [])
      await ledger.append([], texts)
    },
    /** A picture, or a sound that a call returned. Null if neither this session nor the record has it. */
    read: async (sha256: string): Promise<{ type: PictureType | SoundType; data: string } | null> => {
      const data = held.get(sha256)?.checked.data ?? (await ledger.readText(sha256))
      // The record holds other long texts too; these are not returned.
      const start = Buffer.from(data?.slice(0, 64) ?? '', 'base64')
      const type = pictureTypeOf(start) ?? soundTypeOf(start)
      return data !== null && type !== null ? { type, data } : null
    },
  }
}

/** Why this model cannot take these pictures, or null. A model whose abilities are unknown is tried. */
export function checkVision(met: ModelConnection, images: readonly Picture[]): ModelProblem | null {
  if (!met.ok || images.length === 0 || canSee(met.facts?.capabilities)) return null
  return { code: 'MODEL_CANNOT_SEE', message: message('model-cannot-see', { model: met.model }) }
}

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
