import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Core, CoreOptions } from '#main/open-core'
import { makeRequests, type Requests } from '#main/requests/requests'
import { sweepStore } from '#main/trust/store'
import { textOf } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'

export const SCRIPTED = {
  'tools.json': describeTool('say', 'shout').replace('"script":"shout"', '"script":"shout","args":["$param"]'),
  'scripts/shout.sh': 'printf "%s" "$1" | tr a-z A-Z\n',
}

export interface Questions {
  /** What the dialog of the system was asked, in order. */
  asked: { message: string; detail: string }[]
  answer: boolean
}

export interface Shop {
  home: string
  /** The folder of the installed skill `sample`. */
  source: string
  core: Core
  handlers: Requests
  questions: Questions
  skill(name?: string): Skill | undefined
  /** Reviews and trusts it as it is. */
  trust(name?: string): Promise<void>
  /** Runs its tool; everything that is asked about is approved. */
  say(text: string): ReturnType<Core['runCall']>
}

/** A home with one installed skill, opened. */
export async function openShop(
  files: Parameters<typeof writeSkill>[0] = SCRIPTED,
  options: Partial<CoreOptions> = {},
): Promise<Shop> {
  const home = options.home ?? makeTempDir()
  const source = writeSkill(files, join(home, 'skills', 'sample'))
  const { core } = await openTestCore({
    home,
    skills: [],
    decide: async () => ({ decision: 'once', by: 'person' }),
    ...options,
  })
  onTestFinished(() => core.close())
  // Its folders are read-only, and could not be removed with the rest.
  onTestFinished(() => sweepStore(join(home, 'store'), new Set()))
  const questions: Questions = { asked: [], answer: true }
  const handlers = makeRequests(core, {
    openLink: async () => false,
    setTheme: () => {},
    describe: () => ({ version: '0', platform: 'test' }),
    confirm: async (question: { message: string; detail: string }) => {
      questions.asked.push(question)
      return questions.answer
    },
  } as unknown as Parameters<typeof makeRequests>[1])
  const skill = (name = 'sample') => core.registry().skills.find((each) => each.name === name)
  return {
    ...{ home, source, core, handlers, questions, skill },
    trust: async (name = 'sample') => {
      await core.restock()
      const reply = await handlers['skill.trust']({ skill: name, hash: skill(name)?.hash ?? '' })
      if (!reply.ok) throw new Error(textOf(reply.error.message))
      questions.asked.length = 0
    },
    say: (text) =>
      core.runCall({
        caller: { kind: 'model', from: 'protocol' },
        ...{ chat: null, call: randomUUID(), tool: 'say', args: { text } },
        signal: new AbortController().signal,
      }),
  }
}
