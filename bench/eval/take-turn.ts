import { randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { runTurn, type TurnInput } from '#main/agent/turn'
import { chooseContext, usualStyle } from '#main/models/model-options'
import { askModel } from '#main/models/ollama/chat'
import { answerReadSkill, describeBriefly, describeSkills, READ_SKILL, readSkillDefinition } from '#main/skills/context'
import { listCommands } from '#main/skills/tool-definitions'
import type { NewFact } from '#shared/facts'
import type { CallStyle } from '#shared/model/model-settings'
import type { Attempted } from './judge.ts'
import type { Asked, RunCall } from './run-tasks.ts'

/** As the app does it, in the style it would choose for this model, or in the one given. */
export async function takeTurn(asked: Asked, run: RunCall, style?: CallStyle): Promise<Omit<Attempted, 'attempts'>> {
  const { host, model, task, skills, tools, maxTokens, signal, facts, reading, isFirstReply } = asked
  const published: NewFact[] = []
  const replies: string[] = []
  const chosen = style ?? usualStyle(facts)
  const contextLength = chooseContext(facts, undefined, totalmem())
  const input: TurnInput = {
    ...{ chat: 'eval', turn: randomUUID(), model, history: [], text: task.request, signal, reading, tools },
    ...(isFirstReply && { maxRounds: 1 }),
    ...{ style: chosen, capabilities: facts.capabilities },
    ...(contextLength !== undefined && { contextLength }),
    system: chosen === 'compact' ? describeBriefly(skills) : describeSkills(skills),
    commands: listCommands(skills.flatMap(({ tools }) => tools)),
    builtIns: [readSkillDefinition()],
  }
  const started = performance.now()
  let firstCallMs: number | undefined
  await runTurn(input, {
    publish: async (...facts) => void published.push(...facts),
    tick: () => {},
    newId: randomUUID,
    now: () => performance.now(),
    readWhole: async () => null,
    askModel: async (request, token) => {
      const most = Math.min(request.maxTokens ?? maxTokens, maxTokens)
      const outcome = await askModel(host, { temperature: 0, ...request, maxTokens: most }, { token }, signal)
      replies.push((outcome.ok ? outcome.answer : outcome.said).content)
      return outcome
    },
    runCall: async ({ tool, args }) => {
      firstCallMs ??= Math.round(performance.now() - started)
      if (tool === READ_SKILL) return { text: (await answerReadSkill(skills, args)).text }
      const { text, code, failed } = await run(tool, args)
      return { text, ...(code && { code }), ...(failed && { failed }) }
    },
  })
  const finished = published.findLast((fact) => fact.type === 'turn.finished')
  const said = published.findLast((fact) => fact.type === 'message.added' && fact.role === 'assistant')
  const stats = published.flatMap((fact) => (fact.type === 'message.added' && fact.stats ? [fact.stats] : []))
  const sum = (field: 'promptTokens' | 'readTokens') => stats.reduce((total, one) => total + (one[field] ?? 0), 0)
  return {
    figures: { promptTokens: sum('promptTokens'), readTokens: sum('readTokens'), firstCallMs: firstCallMs ?? 0 },
    ending: finished?.error?.code ?? finished?.reason ?? 'interrupted',
    replies,
    answer: said?.type === 'message.added' ? said.content : '',
  }
}
