import type { Verification } from '#main/ledger/messages'
import type { Ledger } from '#main/ledger/open-ledger'
import type { ChatIndex } from './chat-index.ts'

export interface Checked extends Verification {
  /** How much of what is kept of the facts was not as they tell, and is now. */
  putRight?: number
}

export interface RecordCheck {
  /** The chain, and then what is kept of the facts beside it. */
  whole(): Promise<Checked>
  /** Told as soon as it is known of the chain; the rest goes on by itself. */
  chain(): Promise<Verification>
}

/** Where the list of chats was kept otherwise than the facts tell it, the index is loaded anew. */
export function makeRecordCheck(ledger: Ledger, index: ChatIndex, failed: (error: unknown) => void): RecordCheck {
  async function repair(): Promise<number> {
    const changed = await ledger.repair()
    if (changed > 0) index.load((await ledger.readSummaries()).chats)
    return changed
  }

  return {
    async whole() {
      const verified = await ledger.verify()
      const changed = verified.ok ? await repair() : 0
      return { ...verified, ...(changed > 0 && { putRight: changed }) }
    },
    async chain() {
      const verified = await ledger.verify()
      if (verified.ok) repair().catch(failed)
      return verified
    },
  }
}
