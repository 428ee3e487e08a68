import { changesRecords } from '#main/ledger/records'
import type { RecordReply, RecordRequest } from '#shared/records'
import type { Triggers } from './triggers.ts'

/** The store, with a listener for changes and for how many events led to them. */
export const watchRecords =
  (store: (request: RecordRequest) => Promise<RecordReply>, notice: Triggers['notice']) =>
  async (request: RecordRequest, eventDepth = 0): Promise<RecordReply> => {
    const reply = await store(request)
    if (reply.ok && 'record' in reply && changesRecords(request)) notice(request.do, reply.record, eventDepth)
    return reply
  }
