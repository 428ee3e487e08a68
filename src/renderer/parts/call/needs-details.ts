import { describe } from '#shared/call/describe-action'
import { natureOf } from '#shared/call/nature'
import type { ChatApproval } from '#shared/requests/chat-requests'
import { isPreviewed } from './change-preview.tsx'
import { byteLength, FOLD_BYTES, foldSegments, segmentsOf } from './command-segments.ts'

/** Calls that nobody should decide about without the details. */
export function needsDetails(approval: ChatApproval): boolean {
  const { plan, differs = [] } = approval
  const nature = natureOf(plan)
  const isLoose = plan.action.kind === 'process' && (plan.sandbox ?? 'none') === 'none'
  const hasContent = describe(plan.action).some(({ isContent }) => isContent) && !isPreviewed(plan)
  const isNoted = plan.notes.length > 0 || plan.coercions.length > 0 || plan.resolvers.length > 0
  return (
    nature === 'gone' ||
    nature === 'code' ||
    isLoose ||
    hasContent ||
    isNoted ||
    differs.length > 0 ||
    isFolded(approval)
  )
}

/** A part of it is too long to be shown at once. */
export function isFolded({ plan }: ChatApproval): boolean {
  if (foldSegments(segmentsOf(plan), false).foldedBytes > 0) return true
  const hasCopies = plan.replaces?.some(({ diff, noCopy }) => diff && !noCopy) === true
  return !hasCopies && describe(plan.action).some(({ text }) => byteLength(text) > FOLD_BYTES)
}
