import type { Salvaged } from '#main/ledger/messages'
import { DEFAULT_HOST, readHost } from '#main/models/ollama/host'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { message } from '#shared/messages/message'
import type { AppState } from '#shared/requests/requests'

type Notices = AppState['notices']

/** The environment's value was not checked like a setting. */
export function describeHost(said: string | undefined): Notices {
  const read = readHost(said)
  if (read.ok) return []
  return [
    {
      severity: 'warning',
      message: message('ollama-host-wrong', { problem: read.message }),
      remedy: message('host-used-until-then', { host: DEFAULT_HOST }),
    },
  ]
}

export function describeSalvage(salvaged: Salvaged | undefined): Notices {
  if (!salvaged) return []
  const { movedTo, kept, reason } = salvaged
  return [
    {
      severity: 'warning',
      message: message('record-was-salvaged', { reason, count: kept }),
      remedy: message('damaged-file-kept', { path: movedTo }),
    },
  ]
}

export function describeRegistry(registry: SkillRegistry): Notices {
  return registry.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ file, message: problem, remedy }) => ({
      severity: 'warning',
      message: message('subject-problem', { file, problem }),
      remedy,
    }))
}
