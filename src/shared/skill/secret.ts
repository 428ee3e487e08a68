import type { Message } from '#shared/messages/message'

/** Seals values so that only this person's account on this computer can open them. */
export interface Keyring {
  /** Why it can keep no secret, with the remedy. */
  missing(): Message | null
  seal(value: string): Uint8Array
  /** Throws where the key is another one by now. */
  open(sealed: Uint8Array): string
}

/** A secret as a person sees it: everything but its value. */
export interface SecretRow {
  /** Stays the same when it gets another value. */
  id: string
  name: string
  changedAt: string
  lastUse: { at: string; by: string } | null
  /** The tools and servers that get it, by name. */
  grants: string[]
}
