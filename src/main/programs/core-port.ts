import { randomUUID } from 'node:crypto'
import type { View } from '#main/calls/open-view'
import { listOff } from '#main/chat/chat-tools'
import type { Core } from '#main/open-core'
import type { JsonObject } from '#shared/json'
import { message, textOf } from '#shared/messages/message'
import type { Program } from './pairings.ts'
import { notPaired, type Offer, type ProgramAnswer, type ProgramIo, type ProgramPort, tooMany } from './program-port.ts'

/** Of what is printed at once, as progress. */
const MOST_LINES = 5

/** Trusted and switched on, and not switched off for this program. */
export function listOffer({ registry, chatTools }: Pick<View, 'registry' | 'chatTools'>, { program }: Program): Offer {
  const { skills, tools } = registry()
  const usable = skills.filter(({ state, enabled }) => state === 'trusted' && enabled)
  const off = chatTools.off(program)
  const why = listOff(usable, off)
  return {
    tools: tools
      .filter(({ modelName }) => !why.has(modelName))
      .map(({ modelName: name, description, params }) => ({ name, description, params })),
    skills: usable.filter(({ name }) => !off.skills.includes(name)).map(({ name, dir }) => ({ name, dir })),
  }
}

/** Gives a paired program access to a core, in the app or in a process that owns the record for one call. */
export function openCorePort(core: Core, program: Program): ProgramPort {
  const { program: id, name } = program
  const listeners = new Set<() => void>()
  const check = () => {
    if (!core.programs.has(id)) throw notPaired()
  }
  const stop = core.listen((push) => {
    const isOwn = push.kind === 'fact' && push.fact.type === 'chat.tools-changed' && push.fact.chat === id
    const isSkills = push.kind === 'tick' && push.tick.tick === 'skills'
    if (isOwn || isSkills) for (const changed of listeners) changed()
  })

  async function run(tool: string, args: JsonObject, { signal, told }: ProgramIo): Promise<ProgramAnswer> {
    const call = randomUUID()
    const silence = core.listen((push) => {
      if (push.kind === 'fact' && push.fact.type === 'approval.asked' && push.fact.call === call)
        told(textOf(message('program-waits')))
    })
    try {
      const { run, succeeded, error, forModel } = await core.runCall({
        ...{ chat: id, call, tool, args, signal },
        caller: { kind: 'program', name, id },
        output: (_stream, text) => text.trimEnd().split('\n').slice(-MOST_LINES).forEach(told),
      })
      if (error?.code === 'NOT_ANSWERED' && !signal.aborted)
        return { ok: false, text: `error: ${textOf(message('program-unanswered'))}` }
      return { ok: succeeded === true, text: forModel, ...(run?.result !== undefined && { result: run.result }) }
    } finally {
      silence()
    }
  }

  return {
    async offer() {
      check()
      return listOffer(core, program)
    },
    async call(tool, args, io) {
      check()
      const end = core.programs.begin(id)
      return end ? run(tool, args, io).finally(end) : tooMany()
    },
    onChange: (changed) => void listeners.add(changed),
    close: async () => stop(),
  }
}
