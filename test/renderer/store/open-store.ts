import { createStore } from 'zustand/vanilla'
import { type App, makeApp } from '#renderer/store/app.ts'
import type { Fact, Push } from '#shared/facts'
import { makeFakeApi, type World } from '../../stories/bridge.ts'
import { ABOUT, READY, SKILLS } from '../../stories/records.ts'

/** A store over a fake main, whose delayed work happens when the test says so. */
export function openStore(more: Partial<World> = {}, override: Record<string, (input: unknown) => unknown> = {}) {
  const world: World = {
    about: ABOUT,
    chats: [],
    facts: {},
    skills: SKILLS,
    ollama: READY,
    pulls: [],
    found: [],
    rows: [],
    outputs: {},
    arrivals: [],
    ticks: [],
    failures: {},
    ...more,
  }
  const api = makeFakeApi(world)
  const asked: string[] = []
  const due: (() => void)[] = []
  const delays: number[] = []
  let push: (push: Push) => void = () => {}
  const store = createStore<App>()(
    makeApp({
      call: ((name: string, input: unknown) => {
        asked.push(name)
        const own = override[name]
        return own ? own(input) : (api.call as (name: string, input: unknown) => unknown)(name, input)
      }) as typeof api.call,
      listen(receive) {
        push = receive
        return () => {}
      },
      later(work, ms) {
        due.push(work)
        delays.push(ms)
        return () => {}
      },
    }),
  )
  const stop = store.getState().start()
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return {
    store,
    stop,
    asked,
    /** How long each delayed work was to wait, in order. */
    delays,
    settle,
    push: (each: Push) => push(each),
    facts(facts: Fact[]) {
      for (const fact of facts) push({ kind: 'fact', fact })
    },
    later: async () => {
      for (const work of due.splice(0)) work()
      await settle()
    },
  }
}
