// Starts one call of every kind, prints the title of each whose start is on record, and waits to be killed.
import { writeSync } from 'node:fs'
import { openLedger } from '#main/ledger/open-ledger'
import { openSubject } from '#test/helpers/contract-call'
import { foldersBelow, makeSubjects, serveContract } from '#test/helpers/contract-tools'

const [home = '', scratch = ''] = process.argv.slice(2)
const opened = await openLedger({ home, waitForOwnerMs: 0 })
if (!opened.ok) throw new Error(opened.problem.code)
const { ledger } = opened
const folder = foldersBelow(scratch)
const subjects = makeSubjects(folder, (await serveContract()).origin)
writeSync(1, `${subjects.length}\n`)
await Promise.all(
  subjects.map(async (subject) => {
    const { call } = await openSubject(subject, {
      cwd: folder(),
      record: async (facts, texts) => {
        await ledger.append(facts, texts)
        if (facts.some(({ type }) => type === 'run.started')) writeSync(1, `${subject.title}\n`)
      },
      decide: async () => ({ decision: 'once', by: 'person' }),
    })
    const { run, error } = await call('wait')
    writeSync(1, `ended: ${subject.title} ${JSON.stringify(run ?? error)}\n`)
  }),
)
