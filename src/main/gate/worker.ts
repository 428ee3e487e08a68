import { parentPort } from 'node:worker_threads'
import type { JsonObject } from '#shared/json'
import { asReported, type Message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'
import { compilePattern } from './pattern.ts'
import { compileSchema, type Mismatch } from './schema.ts'

/** Work whose cost a skill or a model decides. */
export type Task =
  | { kind: 'validate'; params: ParamsSchema; args: JsonObject }
  | { kind: 'match'; pattern: string; text: string }

/** `prepared` comes before the answer, so that compiling and checking have separate limits. */
export type Report =
  | { state: 'ready' }
  | { state: 'prepared' }
  | { state: 'validated'; mismatch: Mismatch | null }
  | { state: 'matched'; isMatch: boolean }
  | { state: 'failed'; problem: Message }

function work(task: Task): Report {
  try {
    if (task.kind === 'match') {
      const pattern = compilePattern(task.pattern)
      send({ state: 'prepared' })
      return { state: 'matched', isMatch: pattern.test(task.text) }
    }
    const validate = compileSchema(task.params)
    send({ state: 'prepared' })
    return { state: 'validated', mismatch: validate(task.args) }
  } catch (error) {
    return { state: 'failed', problem: asReported((error as Error).message) }
  }
}

function send(report: Report): void {
  parentPort?.postMessage(report)
}

parentPort?.on('message', (task: Task) => send(work(task)))
send({ state: 'ready' })
