import type { Message } from '#shared/messages/message'

/** Encrypts values so that only this person's account on this computer can read them. */
export interface Keyring {
  /** Why it cannot keep secrets, and the remedy. */
  missing(): Message | null
  seal(value: string): Uint8Array
  /** Throws if the key has changed. */
  open(sealed: Uint8Array): string
}

/** What a person sees of a secret: everything but its value. */
export interface SecretRow {
  /** Stays the same when the value is replaced. */
  id: string
  name: string
  changedAt: string
  lastUse: { at: string; by: string } | null
  /** Names of the tools and servers that receive it. */
  grants: string[]
}
