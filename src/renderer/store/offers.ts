import type { FoundServer, ServerPrompt } from '#shared/skill/mcp-server'
import { draftIn } from './drafts.ts'
import type { Context } from './state.ts'

/** One of a skill's servers. */
export interface ServerOf {
  skill: string
  server: string
}

export const noOffers = {
  foundServers: [] as readonly FoundServer[],
  /** A prompt that needs arguments first. */
  promptForm: null as (ServerOf & { prompt: ServerPrompt }) | null,
}

/** Adds servers and uses what they offer besides tools. */
export function makeOfferActions({ get, set, ask }: Context) {
  /** The words of this server come into what is being written. */
  function mark({ skill, server }: ServerOf): void {
    const { show, write } = get()
    write({ servers: [...new Set([...draftIn(get()).servers, `${skill}/${server}`])] })
    set({ promptForm: null })
    show('chat')
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
  }
}
