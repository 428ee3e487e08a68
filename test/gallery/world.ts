// A whole Skillet without a window: a real core over a home of its own, with a scripted model behind it.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeRouter } from '#main/electron/ipc-router'
import { openCore } from '#main/open-core'
import { makeRequests } from '#main/requests/requests'
import type { Fact, Push } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import type { Reply } from '#shared/requests/requests'
import { type FakeOllama, type ScriptedReply, startFakeOllama } from '#test/helpers/fake-ollama'
import { root as repository } from '#test/helpers/root'

export interface World {
  /** What the window asks, through the door it uses. */
  ask(name: string, input?: unknown): Promise<Reply<unknown>>
  listen(receive: (push: Push) => void): void
  ollama: FakeOllama
  /** A chat in which this is said. Resolves when the turn has ended, or has come to `until`. */
  tell(text: string, replies: Script, turn?: Turn): Promise<string>
  /** Says something in a chat that is there. */
  say(chat: string, text: string, replies: Script, turn?: Turn): Promise<void>
  /** The latest fact of a type. */
  last<T extends Fact['type']>(type: T): Extract<Fact, { type: T }>
  close(): Promise<void>
}

type Script = Parameters<FakeOllama['enqueue']>

export interface Turn {
  /** The person's answers, in order; `once` after the last. */
  answers?: ('once' | 'deny' | 'wait')[]
  until?: 'run.started' | 'question.asked' | 'token'
  images?: string[]
  replaces?: string
}

const MODELS = [
  { name: 'qwen3:4b', size: 2_620_000_000, parameters: '4.0B', capabilities: ['completion', 'tools', 'thinking'] },
  { name: 'gemma3:4b', size: 3_340_000_000, parameters: '4.3B', capabilities: ['completion', 'tools', 'vision'] },
  { name: 'smollm2-tools', size: 98_000_000, parameters: '135M', capabilities: ['completion', 'tools'] },
]

/** `folder` is drawn as the root of the machine; the person's home is in it. */
export async function openWorld(
  folder: string,
  { models = MODELS, isDead = false, isConfined = false } = {},
): Promise<World> {
  const you = join(folder, 'home', 'you')
  // A folder that commands may change holds no data of Skillet.
  const home = join(folder, 'srv', 'Skillet')
  mkdirSync(home, { recursive: true })
  cpSync(join(import.meta.dirname, 'home'), you, { recursive: true })
  const opened = await openCore({
    ...{ home, cwd: you, sandbox: isConfined ? 'auto' : 'off', watchSkills: true },
    skills: [
      { path: join(repository, 'skills'), origin: 'bundled' },
      ...(isConfined ? [{ path: join(import.meta.dirname, 'skills'), origin: 'bundled' } as const] : []),
    ],
  })
  if (!opened.ok) throw new Error(`${textOf(opened.message)} ${textOf(opened.remedy)}`)
  const { core } = opened
  const ollama = await startFakeOllama()
  describe(ollama, models)
  const facts: Fact[] = []
  core.listen((push) => push.kind === 'fact' && facts.push(push.fact))
  const toPage = <T>(value: T): T => {
    const text = JSON.stringify(value, markMaps)
      .replaceAll(folder, '')
      .replaceAll(ollama.host, 'http://127.0.0.1:11434')
    return JSON.parse(text.replaceAll(repository, '/opt/skillet'))
  }
  const window = {
    ...{ confirm: async () => true, setTheme: () => {}, openLink: async () => false },
    ...{ describe: () => ({ version: '0.1.0', platform: 'linux' }), writeClipboard: () => {}, tell: () => {} },
    chooseSource: async () => null,
    chooseTarget: async () => join(you, 'Which folders may I empty.md'),
    chooseChat: async () => join(you, 'Which folders may I empty.md'),
  }
  const router = makeRouter(makeRequests(core, window as never), core.answerError)
  const ask: World['ask'] = async (name, input = {}) =>
    toPage(await router(name, JSON.parse(JSON.stringify(input).replaceAll('"/home/you', `"${you}`))))
  const host = isDead ? 'http://127.0.0.1:9' : ollama.host
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: host })
  const say: World['say'] = (chat, text, replies, { answers = [], until, images = [], replaces } = {}) => {
    ollama.enqueue(...replies)
    const waiting = [...answers]
    return new Promise((resolve, reject) => {
      const stop = core.listen((push) => {
        if (push.kind === 'chat') return
        const told = push.kind === 'fact' ? push.fact : push.tick
        if (!('chat' in told) || told.chat !== chat) return
        if ('tick' in told) {
          if (told.tick === until) done()
        } else if (told.type === 'approval.asked') {
          const decision = waiting.shift() ?? 'once'
          if (decision === 'wait') done()
          else setImmediate(() => ask('approval.answer', { call: told.call, digest: told.digest, decision }))
        } else if (told.type === until) done()
        else if (told.type === 'turn.finished') void core.chats.settled(chat).then(done)
      })
      const done = () => {
        stop()
        resolve()
      }
      ask('chat.send', { chat, text, ...(images.length > 0 && { images }), ...(replaces && { replaces }) }).then(
        (sent) => sent.ok || reject(new Error(`${text}: ${textOf(sent.error.message)}`)),
      )
    })
  }
  return {
    ...{ ask, ollama, say },
    listen: (receive) => core.listen((push) => receive(toPage(push))),
    async tell(text, replies, turn) {
      const made = (await ask('chat.create')) as { value: { chat: string } }
      await say(made.value.chat, text, replies, turn)
      return made.value.chat
    },
    last: (type) => {
      const fact = facts.findLast((each) => each.type === type)
      if (!fact) throw new Error(`No ${type} yet.`)
      return fact as never
    },
    close: async () => {
      await core.close()
      await ollama.close()
    },
  }
}

/** A map, as it can pass to the page; ./gallery.tsx makes it one again. */
const markMaps = (_: string, value: unknown) => (value instanceof Map ? { map: [...value] } : value)

function describe(ollama: FakeOllama, models: typeof MODELS): void {
  const json = (body: object): ScriptedReply => ({ status: 200, body: JSON.stringify(body) })
  const tags = models.map(({ name, size, parameters }) => ({
    ...{ name, model: name, size, modified_at: '2026-11-01T10:00:00Z' },
    details: { parameter_size: parameters, quantization_level: 'Q4_K_M', family: 'gallery' },
  }))
  ollama.answer('/api/tags', json({ models: tags }))
  ollama.answer('/api/show', ({ model }) =>
    json({
      capabilities: models.find(({ name }) => name === model)?.capabilities ?? [],
      ...{ details: {}, model_info: { 'general.architecture': 'gallery', 'gallery.context_length': 40_960 } },
    }),
  )
}
