import type { Requests } from '#main/requests/requests'
import type { Input, Output, RequestName } from '#renderer/bridge.ts'
import { pickPath, readMarks, readPath } from '#shared/chat/branches'
import { foldQueue, type QueuedMessage } from '#shared/chat/chat-state'
import type { Fact, Push, Tick } from '#shared/facts'
import { asReported } from '#shared/messages/message'
import type { PullState } from '#shared/model/model'
import type { TrialProgress } from '#shared/model/model-settings'
import type { FoundMessage } from '#shared/requests/chat-requests'
import type { ActivityRow, AppState, ChatSummary, OllamaState, Reply, ReplyErrorCode } from '#shared/requests/requests'
import type { WindowApi } from '#shared/requests/window-requests'
import type { Skill } from '#shared/skill/skill'
import { BASE } from './stories.ts'

/** What a main would know, all of it made up. */
export interface World {
  about: AppState
  chats: ChatSummary[]
  /** By chat; one that is not here has no facts. */
  facts: Record<string, Fact[]>
  skills: Skill[]
  ollama: OllamaState
  pulls: PullState[]
  trials?: TrialProgress[]
  found: FoundMessage[]
  rows: ActivityRow[]
  outputs: Record<string, { stdout: string; stderr: string }>
  /** Pushed as soon as a chat was read: facts that come next, then what passes by. */
  arrivals: Fact[]
  ticks: Tick[]
  /** Answers in place of those below. */
  answers?: Answers
  /** Calls that fail, and how. */
  failures: Partial<Record<RequestName, { code: ReplyErrorCode; message: string }>>
}

const BACKUPS = [17, 16].map((day) => ({
  backup: `skillet-2026-11-${day}T09-12-04Z.db`,
  at: new Date(BASE - (18 - day) * 86_400_000).toISOString(),
  bytes: 4_120_000 + day * 31_000,
  facts: 3800 + day * 12,
}))

export type Answers = { [N in RequestName]?: (input: Input<N>) => Output<N> }

/** Answers like main, from a world that does not move by itself. */
export function makeFakeApi(world: World): WindowApi<Requests> {
  const listeners = new Set<(push: Push) => void>()
  const push = (item: Push) => {
    for (const listener of listeners) listener(item)
  }
  const answers: Answers = {
    'app.read': () => world.about,
    'activity.page': ({ from, limit, search = '', ...filter }) => {
      const rows = world.rows.filter(
        ({ argv, tool, skill, state }) =>
          [...argv, tool, skill].join(' ').includes(search) &&
          (filter.skill ?? skill) === skill &&
          (filter.state ?? state) === state,
      )
      const at = from < rows.length ? from : Math.max(0, Math.floor((rows.length - 1) / limit) * limit)
      const end = rows.length - at
      return { total: rows.length, from: at, rows: rows.slice(Math.max(0, end - limit), end), isPartial: false }
    },
    'approval.answer': () => ({ accepted: true }),
    'chat.create': () => ({ chat: 'new' }),
    'chat.delete': () => ({ deleted: true }),
    'chat.list': () => ({ chats: world.chats }),
    'chat.read': ({ chat }) => {
      setTimeout(() => {
        for (const fact of world.arrivals) push({ kind: 'fact', fact })
        for (const tick of world.ticks) push({ kind: 'tick', tick })
      })
      const facts = world.facts[chat] ?? []
      const { versions } = readPath(readMarks(facts))
      const queued = facts.reduce<readonly QueuedMessage[]>(foldQueue, [])
      return { facts: [...pickPath(facts)], title: '', hasEarlier: false, queued, versions }
    },
    'chat.readAhead': () => ({ isReady: false }),
    'chat.rename': () => ({ renamed: true }),
    'chat.send': () => ({ accepted: true }),
    'chat.stop': () => ({ stopped: true }),
    'ledger.verify': () => ({ ok: true, facts: 4117 }),
    'link.open': () => ({ opened: false }),
    'model.list': () => world.ollama,
    'model.pulls': () => ({ pulls: world.pulls }),
    'model.set': ({ model, pieceByPiece, ...settings }) => {
      const all = { ...settings, ...(pieceByPiece && { pieceByPiece }) }
      const fact: Fact = {
        type: 'model.set',
        model,
        settings: all,
        seq: 9999,
        at: new Date().toISOString(),
        chat: null,
      }
      setTimeout(() => push({ kind: 'fact', fact }))
      return { set: true }
    },
    'model.comparison': () => ({ comparison: null }),
    'model.trials': () => ({ trials: world.trials ?? [] }),
    'chat.search': () => ({ found: world.found, more: false }),
    'clipboard.write': () => ({ copied: true }),
    'draft.save': () => ({ saved: true }),
    'run.output': ({ run }) => world.outputs[run] ?? { stdout: '', stderr: '' },
    'backup.list': () => ({ backups: BACKUPS }),
    'place.read': () => ({ home: world.about.home, isNamed: false, kept: null }),
    'place.move': () => {
      const tick: Tick = { tick: 'moving', chat: null, phase: 'copying', done: 412_000_000, whole: 1_240_000_000 }
      setTimeout(() => push({ kind: 'tick', tick }))
      return { moving: true }
    },
    'setting.change': ({ name, value }) => {
      const fact: Fact = { type: 'setting.changed', name, value, seq: 9999, at: new Date().toISOString(), chat: null }
      setTimeout(() => push({ kind: 'fact', fact }))
      return { changed: true }
    },
    'skill.list': () => ({ skills: world.skills }),
    ...world.answers,
  }
  return {
    async call<N extends RequestName>(name: N, input: Input<N>): Promise<Reply<Output<N>>> {
      const error = world.failures[name]
      const answer = answers[name]
      if (error) return { ok: false, error: { ...error, message: asReported(error.message) } }
      if (answer) return { ok: true, value: answer(input) }
      return {
        ok: false,
        error: { code: 'CALL_UNKNOWN', message: asReported(`The gallery has no answer to ${name}.`) },
      }
    },
    listen(receive) {
      listeners.add(receive)
      return () => listeners.delete(receive)
    },
  }
}
