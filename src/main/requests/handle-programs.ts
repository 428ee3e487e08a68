import { randomBytes } from 'node:crypto'
import { toRows } from '#main/calls/activity'
import type { WindowPorts } from '#main/electron/window-ports'
import { toDashes } from '#main/formats/names'
import type { Core } from '#main/open-core'
import { startOf, writeAddress, writeLines } from '#main/programs/config-lines'
import { hashToken } from '#main/programs/pairings'
import { ROW_TYPES } from '#shared/call/call-state'
import { say } from '#shared/messages/say'
import { KNOWN_PROGRAMS, type ProgramRow } from '#shared/programs'
import { refuse, reply } from '#shared/requests/requests'
import { oneOf, optional, string } from '#shared/schema'
import { toVisible } from '#shared/visible'
import { id, names, on } from './request.ts'

const KINDS = [...(Object.keys(KNOWN_PROGRAMS) as (keyof typeof KNOWN_PROGRAMS)[]), 'other', 'http'] as const
/** Enough for its newest calls. */
const NEWEST_FACTS = 120

/** Other programs that may use the trusted skills. A token is created here and goes only to the clipboard. */
export function handlePrograms(core: Core, window: Pick<WindowPorts, 'confirm' | 'writeClipboard'>) {
  const { programs } = core
  const find = (program: string) => programs.list().find((each) => each.program === program)
  const gone = () => refuse('PROGRAM_UNKNOWN', 'program-gone')

  return {
    'program.list': on({}, async () => {
      const rows = programs.list().map((program): ProgramRow => {
        const off = core.chatTools.off(program.program)
        return { ...program, isConnected: programs.isConnected(program.program), off }
      })
      return reply({ programs: rows, port: programs.port() })
    }),

    /** Pairs a new program, or replaces the token of `program`. False if the person declined. */
    'program.pair': on(
      { kind: oneOf(KINDS), program: optional(id), name: optional(string(60)) },
      async ({ kind, program, name: given = '' }) => {
        const known = program === undefined ? undefined : find(program)
        if (program !== undefined && !known) return gone()
        const port = programs.port()
        if (kind === 'http' && port.state !== 'open') return refuse('NOT_OPEN', 'program-port-closed')
        const usual = kind === 'other' || kind === 'http' ? say('Another program') : KNOWN_PROGRAMS[kind]
        const name = known?.name ?? (toVisible(given).text.trim() || usual)
        const isConfirmed = await window.confirm({
          title: say('Other programs'),
          message: say('Let {name} use your trusted skills?', { name }),
          detail: say(
            'Its configuration is copied, with a token that only this program should have. Skillet asks you about each of its calls until you allow some with a rule.',
          ),
          action: say('Copy configuration'),
        })
        if (!isConfirmed) return reply({ copied: false })
        const token = randomBytes(32).toString('base64url')
        const lines = port.state === 'open' && kind === 'http' ? writeAddress(port.url, token) : null
        await core.publish({
          ...({ type: 'program.paired', chat: null, name, kind } as const),
          program: known?.program ?? nameFolder(name),
          tokenSha256: hashToken(token),
        })
        window.writeClipboard(lines ?? writeLines(kind, startOf(core.home), token))
        return reply({ copied: true })
      },
    ),

    'program.revoke': on({ program: id }, async ({ program }) => {
      if (!find(program)) return gone()
      await core.publish({ type: 'program.revoked', chat: null, program })
      return reply({ revoked: true })
    }),

    /** Everything that is off for it. */
    'program.setTools': on({ program: id, skills: names, tools: names }, async ({ program, skills, tools }) => {
      if (!find(program)) return gone()
      const off = { skills: [...new Set(skills)].sort(), tools: [...new Set(tools)].sort() }
      await core.publish({ type: 'chat.tools-changed', chat: program, off })
      return reply({ changed: true })
    }),

    /** Its latest calls, newest first. */
    'program.calls': on({ program: id }, async ({ program }) => {
      const facts = await core.ledger.read({ chat: program, types: ROW_TYPES, newestFirst: true, limit: NEWEST_FACTS })
      return reply({ rows: toRows(facts.toReversed()) })
    }),
  }
}

/** Its folder has this name, so a person should recognize it. */
function nameFolder(name: string): string {
  const plain = toDashes(name).slice(0, 40)
  return `program-${plain ? `${plain}-` : ''}${randomBytes(4).toString('hex')}`
}
