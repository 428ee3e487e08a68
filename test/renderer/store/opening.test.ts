import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeLiveChats } from '#main/chat/live-chats'
import { foldTicks, isPassing, quiet, settleLive } from '#shared/chat/live'
import type { Fact, PassingTick, Push } from '#shared/facts'
import type { Panes } from '#shared/requests/window-requests'
import { diskStory } from '../../stories/stories.ts'
import { openStore } from './open-store.ts'

const CHAT = 'chat'
const STEPS = ['say', 'carry', 'open', 'read', 'look', 'reply', 'frame'] as const
const RUNS = Number(process.env.SKILLET_RUNS ?? 200)

/** Two turns with thoughts, a command that prints and a second answer, and another chat in between; no token is twice the same. */
function tellStory(): Push[] {
  const pushes: Push[] = []
  let seq = 0
  let count = 0
  const fact = (body: object, chat = CHAT) =>
    pushes.push({ kind: 'fact', fact: { ...body, seq: ++seq, at: '2026-01-01T00:00:00.000Z', chat } as Fact })
  const tick = (body: object, chat = CHAT) =>
    pushes.push({ kind: 'tick', tick: { ...body, chat, count: ++count } as PassingTick })
  const answer = (turn: string) => {
    const words = Array.from({ length: 6 }, (_, at) => `${turn}${count + at} `)
    tick({ tick: 'token', turn, text: `hm ${turn} `, thinking: true })
    for (const text of words) {
      tick({ tick: 'token', turn, text, thinking: false })
      if (count % 3 === 0) tick({ tick: 'token', turn: 'o', text: 'elsewhere', thinking: false }, 'other')
    }
    fact({ type: 'message.added', role: 'assistant', content: words.join(''), thinking: `hm ${turn} ` })
  }
  fact({ type: 'chat.created', title: 'Told', model: null })
  for (const turn of ['a', 'b']) {
    const [call, run] = [`call-${turn}`, `run-${turn}`]
    fact({ type: 'turn.started', turn, model: 'tiny' })
    fact({ type: 'message.added', role: 'user', content: `Question ${turn}` })
    tick({ tick: 'phase', turn, phase: 'thinking' })
    tick({ tick: 'phase', turn, phase: 'reading', tokens: 900 })
    answer(turn)
    fact({ type: 'call.requested', call, tool: 'list', args: {} })
    fact({ type: 'run.started', call, run, plan: {} })
    for (let at = 0; at < 4; at++) tick({ tick: 'output', run, stream: at % 2 ? 'stderr' : 'stdout', text: `[${at}]` })
    fact({ type: 'run.finished', call, run })
    fact({ type: 'message.added', role: 'tool', content: '', call })
    answer(turn)
    fact({ type: 'turn.finished', turn, reason: 'answered', stats: {} })
  }
  return pushes
}

const story = tellStory()
const written = story.flatMap((push) =>
  push.kind === 'tick' && push.tick.tick === 'token' && push.tick.chat === CHAT && !push.tick.thinking
    ? push.tick.text
    : [],
)

/** What a window shows that was open from the beginning, after so much of the story. */
function liveAfter(said: number) {
  const live = story.slice(0, said).reduce((live, push) => {
    if (push.kind === 'fact') return settleLive(live, push.fact)
    return push.kind === 'tick' && isPassing(push.tick) && push.tick.chat === CHAT ? foldTicks(live, [push.tick]) : live
  }, quiet)
  const ended = new Set(
    story
      .slice(0, said)
      .flatMap((push) => (push.kind === 'fact' && push.fact.type === 'run.finished' ? [push.fact.run] : [])),
  )
  return { ...live, outputs: new Map([...live.outputs].filter(([run]) => !ended.has(run))) }
}

/** Main, a window, and a line between them on which everything may take its time. */
function connect(isReplyInLine: boolean) {
  const lives = makeLiveChats()
  const line: (() => void)[] = []
  const reading: { facts: Fact[] | null; answer(value: unknown): void }[] = []
  const replies: (() => void)[] = []
  let said = 0
  const { store, push, later, settle } = openStore(
    {},
    { 'chat.read': () => new Promise((answer) => reading.push({ facts: null, answer })) },
  )
  const factsUpTo = (end: number) =>
    story.slice(0, end).flatMap((each) => (each.kind === 'fact' && each.fact.chat === CHAT ? [each.fact] : []))
  const steps = {
    say() {
      const next = story[said]
      if (!next) return
      said++
      lives.take(next)
      line.push(() => push(next))
    },
    carry: () => line.shift()?.(),
    open() {
      const { open, chat, openChat, showTurn } = store.getState()
      if (open === null) void openChat(CHAT)
      else if (chat) void showTurn('b')
    },
    read() {
      const asked = reading.find(({ facts }) => facts === null)
      if (asked) asked.facts = factsUpTo(said)
    },
    look() {
      const [asked] = reading
      if (!asked?.facts) return
      reading.shift()
      const value = { facts: asked.facts, title: 'Told', hasEarlier: false, queued: [], versions: [] }
      const live = lives.read(CHAT)
      replies.push(() => asked.answer({ ok: true, value: { ...value, live } }))
    },
    /** What is said between the look and this goes out before it. */
    reply() {
      const reply = replies.shift()
      if (reply && isReplyInLine) line.push(reply)
      else reply?.()
    },
    frame: () => void later(),
  }
  return {
    state: () => store.getState(),
    take: async (step: (typeof STEPS)[number]) => {
      steps[step]()
      await settle()
    },
    said: () => said,
    carryAll: async () => {
      while (reading.length + replies.length + line.length > 0) {
        for (const step of ['read', 'look', 'reply', 'carry'] as const) steps[step]()
        await settle()
      }
      await later()
    },
  }
}

type Connected = ReturnType<typeof connect>

const shown = ({ state }: Connected) => {
  const { chat, live } = state()
  const answers = (chat?.entries ?? []).flatMap((entry) =>
    entry.kind === 'message' && entry.role === 'assistant' ? [entry.content] : [],
  )
  return { answers: answers.join(''), text: live.text }
}

const stepsTaken = fc.array(fc.constantFrom(...STEPS, 'say', 'say', 'carry', 'carry'), {
  minLength: 20,
  maxLength: 160,
})

const PANES = { isSidebarOpen: true, isInspectorOpen: false, inspectorSide: 'call' }

describe('a window that replaces a lost one', () => {
  it('returns to the person’s place, and reports where they go from there', async () => {
    const saved: unknown[] = []
    const { store, settle } = openStore(
      { facts: { disk: diskStory() } },
      {
        'panes.read': () => ({ ok: true, value: { panes: { ...PANES, view: 'activity', chat: 'disk' } } }),
        'panes.save'(input) {
          const { view, chat } = input as Panes
          return { ok: saved.push({ view, chat }) > 0, value: { saved: true } }
        },
      },
    )
    await settle()
    expect(store.getState()).toMatchObject({ view: 'activity', open: 'disk', chat: { chat: 'disk' } })
    store.getState().show('chat')
    store.getState().newChat()
    expect(saved.slice(-3)).toEqual([
      { view: 'activity', chat: 'disk' },
      { view: 'chat', chat: 'disk' },
      { view: 'chat', chat: undefined },
    ])
  })

  it('leaves the person where they went meanwhile', async () => {
    const panes = { ...PANES, view: 'chat', chat: 'disk' }
    const { store, settle } = openStore({}, { 'panes.read': () => ({ ok: true, value: { panes } }) })
    store.getState().show('models')
    await settle()
    expect(store.getState()).toMatchObject({ view: 'models', open: null })
  })
})

describe('a window that changes from one chat to another', () => {
  it('takes no earlier ticks of the first one along', async () => {
    const { store, push, later } = openStore({ facts: { first: [], second: [] } })
    await store.getState().openChat('first')
    push({ kind: 'tick', tick: { tick: 'token', chat: 'first', turn: 'a', text: 'of the first', thinking: false } })
    await store.getState().openChat('second')
    await later()
    expect(store.getState().live.text).toBe('')
  })
})

describe('a window that opens a chat in the middle of an answer', () => {
  it('shows at every moment everything written so far, nothing twice and nothing left out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: story.length }), stepsTaken, async (before, steps) => {
        const connected = connect(true)
        for (let at = 0; at < before; at++) await connected.take('say')
        for (const step of ['open', ...steps] as const) {
          await connected.take(step)
          const { answers, text } = shown(connected)
          expect(written.join('').startsWith(answers + text)).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  }, 60_000)

  it('ends with what an always open window shows, even if the reply overtakes what was pushed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.nat({ max: story.length }), stepsTaken, async (isInLine, before, steps) => {
        const connected = connect(isInLine)
        for (let at = 0; at < before; at++) await connected.take('say')
        for (const step of ['open', ...steps] as const) await connected.take(step)
        await connected.carryAll()
        const { seq, count, outputs, ...live } = connected.state().live
        const running = connected.state().chat?.calls ?? new Map()
        const wanted = liveAfter(connected.said())
        const { text, thinking, phase, reading } = wanted
        expect(live).toEqual({ text, thinking, phase, reading })
        for (const { run } of running.values()) {
          if (run?.status === 'running') expect(outputs.get(run.run)).toEqual(wanted.outputs.get(run.run))
        }
      }),
      { numRuns: RUNS },
    )
  }, 60_000)
})
