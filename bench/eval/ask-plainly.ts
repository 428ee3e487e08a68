import { type Message, Ollama, type Tool } from 'ollama'
import type { Attempted } from './judge.ts'
import type { Asked, RunCall } from './run-tasks.ts'

const MOST_ROUNDS = 12

/**
 * As a plain client does it: every tool in every request, the server's own context, native calls alone. Results go back,
 * but a call that comes to nothing is not tried again.
 */
export async function askPlainly(asked: Asked, run: RunCall): Promise<Omit<Attempted, 'attempts'>> {
  const { host, model, task, maxTokens, signal } = asked
  const client = new Ollama({ host, fetch: (url, init) => fetch(url, { ...init, signal }) })
  const tools = asked.tools as Tool[]
  const messages: Message[] = [{ role: 'user', content: task.request }]
  try {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const answer: Message = { role: 'assistant', content: '', tool_calls: [] }
      const options = { temperature: 0, num_predict: maxTokens }
      let ending = ''
      for await (const { message, done_reason } of await client.chat({
        model,
        messages,
        tools,
        options,
        stream: true,
      })) {
        answer.content += message.content
        answer.tool_calls?.push(...(message.tool_calls ?? []))
        ending = done_reason
      }
      if (!answer.tool_calls?.length)
        return { ending: ending === 'length' ? 'length' : 'answered', answer: answer.content }
      messages.push(answer)
      for (const { function: called } of answer.tool_calls) {
        const result = await run(called.name, called.arguments)
        if (!result.ran) return { ending: 'call failed', answer: answer.content }
        messages.push({ role: 'tool', tool_name: called.name, content: result.text })
      }
    }
    return { ending: 'rounds', answer: '' }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { ending: signal.aborted ? 'STOPPED' : nameProblem(error), answer: '' }
  }
}

function nameProblem({ message }: Error): string {
  if (/does not support tools/.test(message)) return 'MODEL_WITHOUT_TOOLS'
  return /fetch failed|ECONNREFUSED/.test(message) ? 'OLLAMA_UNREACHABLE' : 'OLLAMA_ERROR'
}
