import type { FoundPlace } from '#main/data-folder/home'
import type { Restored, Salvaged } from '#main/ledger/messages'
import { DEFAULT_HOST, isThisComputer, readHost } from '#main/models/ollama/host'
import type { Core } from '#main/open-core'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { message } from '#shared/messages/message'
import type { Notice } from '#shared/requests/requests'

/** The environment's value was not checked like a setting. */
export function describeHost(said: string | undefined): Notice[] {
  const read = readHost(said)
  if (read.ok) return []
  const remedy = message('host-used-until-then', { host: DEFAULT_HOST })
  return [{ message: message('ollama-host-wrong', { problem: read.message }), remedy }]
}

export function describeSalvage(salvaged: Salvaged | undefined): Notice[] {
  if (!salvaged) return []
  const { movedTo, kept, reason } = salvaged
  const remedy = message('damaged-file-kept', { path: movedTo })
  return [{ message: message('record-was-salvaged', { reason, count: kept }), remedy }]
}

export function describeRestored(restored: Restored | undefined): Notice[] {
  if (!restored) return []
  const remedy = message('record-before-kept', { path: restored.movedTo })
  return [{ message: message('backup-restored', { backup: restored.from }), remedy }]
}

export const describeRegistry = ({ diagnostics }: SkillRegistry): Notice[] =>
  diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ file, message: problem, remedy }) => ({ message: message('subject-problem', { file, problem }), remedy }))

/** Someone who opens the old data must not take it for the current data. */
export function describePlace({ home, pointer }: FoundPlace): Notice[] {
  if (!pointer || pointer.home === home || pointer.kept !== home) return []
  const { home: folder, at } = pointer
  const remedy = message('old-data-stays-here', { folder })
  return [{ message: message('using-old-data', { day: at.slice(0, 10), folder }), remedy }]
}

/** A new home asks only for changes if the sandbox is complete and the model runs on this computer. */
export async function setFirstPolicy({ ledger, machine, host, publish }: Core): Promise<void> {
  const isNew = (await ledger.read({ limit: 1 })).length === 0
  if (!isNew || machine.sandbox.word !== 'enforced' || !isThisComputer(host())) return
  await publish({ type: 'setting.changed', chat: null, name: 'policy', value: 'changes' })
}
