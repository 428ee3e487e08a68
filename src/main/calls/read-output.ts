import type { Ledger } from '#main/ledger/open-ledger'

/** The full text behind a shortened result. Line numbers refer to this text. */
export async function readWhole(ledger: Ledger, chat: string, call: string): Promise<string | null> {
  const [finished] = await ledger.read({ calls: [call], types: ['run.finished'], limit: 1 })
  return finished?.type === 'run.finished' && finished.chat === chat ? finished.forModel : null
}

export async function readOutput(ledger: Ledger, run: string): Promise<{ stdout: string; stderr: string } | null> {
  const [finished] = await ledger.read({ run, types: ['run.finished'], limit: 1 })
  if (finished?.type !== 'run.finished') return null
  const [stdout, stderr] = await Promise.all([
    ledger.readText(finished.stdoutSha256),
    ledger.readText(finished.stderrSha256),
  ])
  return stdout === null || stderr === null ? null : { stdout, stderr }
}
