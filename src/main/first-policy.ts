import { isThisComputer } from '#main/models/ollama/host'
import type { Core } from './open-core.ts'

/** A new home asks only for changes if the sandbox is complete and the model runs on this computer. */
export async function setFirstPolicy({ ledger, machine, host, publish }: Core): Promise<void> {
  const isNew = (await ledger.read({ limit: 1 })).length === 0
  if (!isNew || machine.sandbox.word !== 'enforced' || !isThisComputer(host())) return
  await publish({ type: 'setting.changed', chat: null, name: 'policy', value: 'changes' })
}
