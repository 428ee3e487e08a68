import type { Salvaged } from '#main/ledger/messages'
import { DEFAULT_HOST, readHost } from '#main/models/ollama/host'
import type { SkillRegistry } from '#main/trust/skill-registry'
import { message } from '#shared/messages/message'
import type { AppState } from '#shared/requests/requests'

type Notices = AppState['notices']

/** What the environment says is nobody's setting that was checked before. */
export function describeHost(said: string | undefined): Notices {
  const read = readHost(said)
  if (read.ok) return []
  const message = `OLLAMA_HOST: ${read.message}`
  return [{ severity: 'warning', message, remedy: `Until then ${DEFAULT_HOST} is asked.` }]
}

export function describeSalvage(salvaged: Salvaged | undefined): Notices {
  if (!salvaged) return []
  const { movedTo, kept, reason } = salvaged
  return [
    {
      severity: 'warning',
      message: `The record was damaged (${reason}). ${kept} facts could be read and are here.`,
      remedy: `The damaged file is kept whole at ${movedTo}.`,
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
