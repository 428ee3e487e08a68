import type { FoundServer, ServerPrompt } from '#shared/skill/mcp-server'
import { type Context, NEW_CHAT, type State, withEntry } from './state.ts'

/** One of a skill's servers. */
export interface ServerOf {
  skill: string
  server: string
}

export interface OffersState {
  foundServers: readonly FoundServer[]
  /** A prompt that needs arguments first. */
  promptForm: (ServerOf & { prompt: ServerPrompt }) | null
  /** Servers whose words are in a draft, by chat. Such a draft is not saved to disk. */
  serverWords: ReadonlyMap<string, readonly string[]>
}

export const noOffers: OffersState = { foundServers: [], promptForm: null, serverWords: new Map() }

const NONE: readonly string[] = []

export const serverWordsOf = ({ serverWords, open }: Pick<State, 'serverWords' | 'open'>): readonly string[] =>
  serverWords.get(open ?? NEW_CHAT) ?? NONE

export const serversIn = (servers: readonly string[]): { servers?: string[] } =>
  servers.length > 0 ? { servers: [...servers] } : {}

/** Adds servers and uses what they offer besides tools. */
export function makeOfferActions({ get, set, ask }: Context) {
  function mark({ skill, server }: ServerOf): void {
    set((state) => {
      const words = [...new Set([...serverWordsOf(state), `${skill}/${server}`])]
      return { serverWords: new Map(state.serverWords).set(state.open ?? NEW_CHAT, words), promptForm: null }
    })
    get().show('chat')
  }

  async function reviewFirst(added: { skills: string[] } | undefined): Promise<void> {
    const [first] = added?.skills ?? []
    if (first === undefined) return
    await get().refreshSkills()
    set({ intake: null })
    await get().review(first)
  }

  async function insertPrompt(of: ServerOf, name: string, args: Record<string, string>): Promise<void> {
    const { skill, server } = of
    const read = await ask('server.prompt', { skill, server, name, args: JSON.stringify(args) })
    if (!read) return
    mark(of)
    get().addText(read.text)
  }

  return {
    addServer: async (text: string): Promise<void> => reviewFirst(await ask('server.add', { text })),
    adoptServer: async ({ file, name }: FoundServer): Promise<void> =>
      reviewFirst(await ask('server.adopt', { file, name })),
    async connectServers(skill: string): Promise<void> {
      const done = await get().changeSkill('skill.connect', { skill })
      if (done?.state === 'changed') await get().review(skill)
    },
    /** Puts its text into the draft, after asking for its arguments. */
    choosePrompt(of: ServerOf, prompt: ServerPrompt): void {
      if (prompt.args.length === 0) void insertPrompt(of, prompt.name, {})
      else set({ promptForm: { ...of, prompt } })
      get().show('chat')
    },
    insertPrompt,
    closePrompt: (): void => set({ promptForm: null }),
    async attachResource(of: ServerOf, uri: string): Promise<void> {
      const came = await ask('server.resource', { ...of, uri })
      if (!came) return
      mark(of)
      get().takeFiles(came)
    },
    /** Puts it into quarantine for review. */
    stageServed: (of: ServerOf, uri: string): Promise<void> =>
      get().stageFrom(uri, () => ask('skill.stageServed', { ...of, uri })),
    /** For this chat's draft; the words move to `to`. */
    forgetServerWords(chat: string, to?: string): void {
      set(({ serverWords: before }) => {
        const serverWords = withEntry(before, chat, undefined)
        const words = before.get(chat)
        return { serverWords: to !== undefined && words ? withEntry(serverWords, to, words) : serverWords }
      })
    },
    discardServerWords(): void {
      const { open, setDraft, forgetServerWords, removeLongText, longTexts } = get()
      const chat = open ?? NEW_CHAT
      forgetServerWords(chat)
      for (const _ of longTexts.get(chat) ?? []) removeLongText(0)
      setDraft('')
    },
  }
}
