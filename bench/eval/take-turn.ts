import { randomUUID } from 'node:crypto'
import { runTurn, type TurnInput } from '#main/agent/turn'
import { askModel } from '#main/models/ollama/chat'
import { answerReadSkill, describeSkills, READ_SKILL, readSkillDefinition } from '#main/skills/context'
import type { NewFact } from '#shared/facts'
import type { Attempted } from './judge.ts'
import type { Asked, RunCall } from './run-tasks.ts'

/** As the app does it; `limits` leaves some of its ways of taking calls away. */
export async function takeTurn(
  asked: Asked,
  run: RunCall,
  limits: Pick<TurnInput, 'tiers' | 'structured'>,
): Promise<Omit<Attempted, 'attempts'>> {
  const { host, model, task, skills, tools, maxTokens, signal, facts, calibration } = asked
  const published: NewFact[] = []
  const input: TurnInput = {
    ...{ chat: 'eval', turn: randomUUID(), model, history: [], text: task.request, signal, calibration, ...limits },
    ...(facts.contextLength > 0 && { contextLength: facts.contextLength }),
    capabilities: facts.capabilities,
    pinned: [READ_SKILL],
    system: describeSkills(skills),
    tools: [...tools, readSkillDefinition()],
  }
  await runTurn(input, {
    publish: async (...facts) => void published.push(...facts),
    tick: () => {},
    newId: randomUUID,
    now: () => performance.now(),
    readWhole: async () => null,
    askModel: (request, token) => {
      const most = Math.min(request.maxTokens ?? maxTokens, maxTokens)
      return askModel(host, { temperature: 0, ...request, maxTokens: most }, { token }, signal)
    },
    runCall: async ({ tool, args }) => {
      if (tool === READ_SKILL) return { text: answerReadSkill(skills, args) }
      const { text, code } = await run(tool, args)
      return { text, ...(code && { code }) }
    },
  })
  const finished = published.findLast((fact) => fact.type === 'turn.finished')
  const said = published.findLast((fact) => fact.type === 'message.added' && fact.role === 'assistant')
  return {
    ending: finished?.error?.code ?? finished?.reason ?? 'interrupted',
    answer: said?.type === 'message.added' ? said.content : '',
  }
}
