import type { Input, RequestName } from '#renderer/bridge.ts'
import type { JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { FoundServer, ServerPrompt } from '#shared/skill/mcp-server'
import type { Review } from '#shared/skill/review'
import type { AdoptableSkill, Installation, Skill, Staging } from '#shared/skill/skill'
import type { Context } from './state.ts'

type Staged = Extract<Staging, { ok: true }>

/** The progress of an installation; nothing leaves quarantine before the person agrees. */
export type Intake =
  | { step: 'choose' }
  | { step: 'reading'; source: string }
  /** `refused`: what could not be installed. */
  | { step: 'staged'; staged: Staged; refused: Installation['diagnostics'] }
  | { step: 'refused'; source: string; diagnostics: Installation['diagnostics'] }

export type Reviewing =
  | { skill: string; state: 'reading' }
  | { skill: string; state: 'here'; review: Review; isTrusting: boolean }
  | { skill: string; state: 'failed'; message: Message | string }

export interface ServerOf {
  skill: string
  server: string
}

export function makeSkills({ get, set, ask, ports }: Context) {
  /** Blocks other changes of the skill until it is done. Reloads the list, because only main's answer counts. */
  async function changeSkill<N extends RequestName>(name: N, input: Input<N> & { skill: string }) {
    const { skill } = input
    if (get().switching.has(skill)) return undefined
    set(({ switching }) => ({ switching: new Set(switching).add(skill) }))
    const answer = await ask(name, input)
    await get().refreshSkills()
    set(({ switching }) => ({ switching: new Set([...switching].filter((each) => each !== skill)) }))
    return answer
  }

  /** The words of this server come into what is being written there. */
  function mark({ skill, server }: ServerOf, key: string): void {
    const { drafts, showDraft, write } = get()
    write({ servers: [...new Set([...(drafts.get(key)?.servers ?? []), `${skill}/${server}`])] }, key)
    showDraft(key)
  }

  async function reviewFirst(added: { skills: string[] } | undefined): Promise<void> {
    const [first] = added?.skills ?? []
    if (first === undefined) return
    await get().refreshSkills()
    set({ intake: null })
    await get().review(first)
  }

  async function insertPrompt(of: ServerOf, name: string, args: JsonObject): Promise<void> {
    const { skill, server } = of
    const { keepPlace, promptForm } = get()
    const place = keepPlace()
    const read = await ask('server.prompt', { skill, server, name, args: JSON.stringify(args) })
    if (!read) return
    // The person may have opened another one meanwhile.
    if (get().promptForm === promptForm) set({ promptForm: null })
    mark(of, place())
    get().addText(read.text, place())
  }

  return {
    skills: null as readonly Skill[] | null,
    /** The visible skill; null is the first. */
    chosenSkill: null as string | null,
    intake: null as Intake | null,
    adoptable: [] as readonly AdoptableSkill[],
    reviewing: null as Reviewing | null,
    /** Skills whose switches are being saved. */
    switching: new Set() as ReadonlySet<string>,
    /** Put aside a moment ago, and where. */
    moved: null as { skill: string; movedTo: string; how: 'removed' | 'exported' } | null,
    foundServers: [] as readonly FoundServer[],
    /** A prompt that needs arguments first. */
    promptForm: null as (ServerOf & { prompt: ServerPrompt }) | null,
    async refreshSkills(): Promise<void> {
      const list = await ask('skill.list', {})
      if (list) set({ skills: list.skills })
    },
    chooseSkill: (chosenSkill: string): void => set({ chosenSkill, reviewing: null, trial: null }),
    openIntake(): void {
      set({ intake: { step: 'choose' } })
      void ask('skill.adoptable', {}).then((found) => found && set({ adoptable: found.skills }))
      void ask('server.found', {}).then((found) => found && set({ foundServers: found.servers }))
    },
    async closeIntake(): Promise<void> {
      const { intake } = get()
      set({ intake: null })
      if (intake?.step === 'staged') await ask('skill.unstage', { token: intake.staged.token })
    },
    async stageChosen(kind: 'folder' | 'zip'): Promise<void> {
      const chosen = await ask('skill.choose', { kind })
      if (chosen?.source) await get().stage(chosen.source)
    },
    stage: (source: string): Promise<void> => get().stageFrom(source, () => ask('skill.stage', { source })),
    changeSkill,
    /** Shows what can be installed from a source. */
    async stageFrom(source: string, bring: () => Promise<Staging | undefined>): Promise<void> {
      const before = get().intake
      const reading = { step: 'reading', source } as const
      set({ intake: reading })
      if (before?.step === 'staged') await ask('skill.unstage', { token: before.staged.token })
      const staging = await bring()
      // It was closed meanwhile, so the result is dropped.
      if (get().intake !== reading) {
        if (staging?.ok) await ask('skill.unstage', { token: staging.token })
        return
      }
      if (!staging) set({ intake: { step: 'choose' } })
      else if (!staging.ok) set({ intake: { step: 'refused', source, diagnostics: staging.diagnostics } })
      else set({ intake: { step: 'staged', staged: staging, refused: [] } })
    },
    async installStaged(names: string[], replace: boolean): Promise<void> {
      const { intake } = get()
      if (intake?.step !== 'staged') return
      const { staged } = intake
      const done = await ask('skill.install', { token: staged.token, names, replace })
      if (!done) return
      await get().refreshSkills()
      const first = done.installed[0]?.name
      if (first !== undefined) set({ chosenSkill: first })
      const isWhole = done.diagnostics.length === 0
      set({ intake: isWhole ? null : { step: 'staged', staged, refused: done.diagnostics } })
      if (isWhole && first !== undefined) await get().review(first)
    },
    async review(skill: string): Promise<void> {
      const reading = { skill, state: 'reading' } as const
      set({ reviewing: reading, chosenSkill: skill })
      const reply = await ports.call('skill.review', { skill })
      if (get().reviewing !== reading) return
      if (reply.ok) set({ reviewing: { skill, state: 'here', review: reply.value, isTrusting: false } })
      else set({ reviewing: { skill, state: 'failed', message: reply.error.message } })
    },
    closeReview: (): void => set({ reviewing: null }),
    async trustReviewed(): Promise<void> {
      const { reviewing } = get()
      if (reviewing?.state !== 'here' || reviewing.isTrusting) return
      const { skill, review } = reviewing
      const trusting = { ...reviewing, isTrusting: true }
      set({ reviewing: trusting })
      const reply = await ports.call('skill.trust', { skill, hash: review.hash })
      await get().refreshSkills()
      if (get().reviewing !== trusting) return
      if (reply.ok) set({ reviewing: null })
      // Declined in the system dialog: the review stays open.
      else if (reply.error.code === 'NOT_CONFIRMED') set({ reviewing })
      else set({ reviewing: { skill, state: 'failed', message: reply.error.message } })
    },
    async removeSkill(skill: string): Promise<void> {
      const done = await changeSkill('skill.remove', { skill })
      if (done) set({ moved: { skill, movedTo: done.movedTo, how: 'removed' }, chosenSkill: null })
    },
    async exportSkill(skill: string): Promise<void> {
      const done = await ask('skill.export', { skill })
      if (done?.folder) set({ moved: { skill, movedTo: done.folder, how: 'exported' } })
    },
    forgetMoved: (): void => set({ moved: null }),
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
      const { open, keepPlace } = get()
      const place = keepPlace()
      const came = await ask('server.resource', { ...of, uri })
      if (!came) return
      mark(of, place())
      get().takeFiles(came, place(), open)
    },
    /** Puts it into quarantine for review. */
    stageServed: (of: ServerOf, uri: string): Promise<void> =>
      get().stageFrom(uri, () => ask('skill.stageServed', { ...of, uri })),
  }
}
