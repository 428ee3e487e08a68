import type { Verification } from '#main/ledger/messages'
import type { Ledger } from '#main/ledger/open-ledger'
import type { ChatIndex } from './chat-index.ts'

export type RecordCheck = ReturnType<typeof makeRecordCheck>

/** Reloads the index if the list of chats had to be corrected. */
export function makeRecordCheck(ledger: Ledger, index: ChatIndex, failed: (error: unknown) => void) {
  async function repair(): Promise<number> {
    const changed = await ledger.repair()
    if (changed > 0) index.load((await ledger.readSummaries()).chats)
    return changed
  }

  return {
    /** Checks the chain, then the summaries. `repaired`: how many of these were wrong and are corrected. */
    async whole(): Promise<Verification & { repaired?: number }> {
      const verified = await ledger.verify()
      const changed = verified.ok ? await repair() : 0
      return { ...verified, ...(changed > 0 && { repaired: changed }) }
    },
    /** Resolves once the chain is checked; the rest continues. */
    async chain(): Promise<Verification> {
      const verified = await ledger.verify()
      if (verified.ok) repair().catch(failed)
      return verified
    },
  }
}
