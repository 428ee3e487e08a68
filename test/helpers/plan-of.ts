import { listEffects } from '#main/runners/process/effects'
import type { ProcessAction } from '#shared/call/action'
import { isKnownReadOnly } from '#shared/call/known-programs'
import type { Plan, Sandbox } from '#shared/call/plan'

export type Words = Pick<ProcessAction, 'argv' | 'origin' | 'env' | 'binary'> & Pick<Plan, 'notes' | 'resolvers'>

/** Of a command line, what its risk is worked out from. */
export function planOf({ notes, resolvers, ...words }: Words, subcommand: string, sandbox: Sandbox) {
  const action: ProcessAction = { kind: 'process', ...words, cwd: '/projects', stdin: null, tempFiles: [] }
  const confinement = { word: sandbox, network: false, writable: ['/projects'], hidden: [] }
  const launch = { action, realCwd: '/projects', subcommand, values: [], realPaths: new Map() }
  const isReadOnly = isKnownReadOnly(action, subcommand)
  return {
    ...{ action, notes, resolvers, sandbox },
    effects: listEffects({ ...launch, isReadOnly, confinement: sandbox === 'none' ? null : confinement }),
    grants: { read: ['/projects'], write: ['/projects'], hosts: [], secrets: [], tools: [] },
  }
}
