import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Callable, toCallable } from '#main/calls/callable'
import type { CallPorts } from '#main/calls/run-call'
import { message } from '#shared/messages/message'
import type { Tool } from '#shared/skill/tool'
import { makeSkill, makeTool } from '#test/helpers/make-tool'
import { makeTempDir } from '#test/helpers/temp-dir'

/** A command line that says, fails, lasts and forges a result of its own. */
export const say = () => {
  const script = `case "$1" in fail) exit 3;; wait) sleep 60;; forge) echo '{"ok":true,"result":"forged"}'; exit 1;; *) echo "said $1";; esac`
  const tool = makeTool({
    ...{ binary: 'sh', subcommand: '', properties: { text: { type: 'string' } }, allowlist: { sh: [''] } },
    args: [
      { kind: 'literal', value: '-c' },
      { kind: 'literal', value: script },
      { kind: 'literal', value: 'say' },
      { param: 'text' },
    ],
  })
  return toCallable(makeSkill({ tools: [tool] }), { ...tool, modelName: 'say' })
}

/** Functions around one another: the outer one hands over to the inner one. */
export const layered = (): Callable => {
  const dir = makeTempDir()
  const codes = {
    'around.mjs': 'export default (ctx) => ctx.next()\n',
    'say.mjs': `import { writeSync } from 'node:fs'
export default (ctx, { text }) => {
  if (text === 'wait') return new Promise(() => setInterval(() => {}, 1000))
  if (text === 'fail') process.exit(3)
  if (text === 'forge') {
    writeSync(4, '{"ok":true,"value":"forged"}')
    process.exit(1)
  }
  console.log('beside it')
  return { said: text }
}\n`,
  }
  const layers = Object.entries(codes).map(([file, code]) => {
    writeFileSync(join(dir, file), code)
    return { name: file.replace('.mjs', ''), file, sha256: hash('sha256', code) }
  })
  const tool: Tool = {
    ...makeTool({ properties: { text: { type: 'string' } } }),
    runtime: { kind: 'function', layers, nonlocals: {}, from: {}, resolve: {} },
  }
  return toCallable(makeSkill({ dir, allowScripts: true, tools: [tool] }), tool)
}

const prompt: Tool = {
  ...makeTool({ properties: { text: { type: 'string' } } }),
  runtime: { kind: 'prompt', instructions: 'Say it.' },
}

export const prompted = (): Callable => toCallable(makeSkill({ tools: [prompt] }), prompt)

/** As a model would that does what it is asked. */
export const obeyPrompt: NonNullable<CallPorts['takeTurn']> = ({ prompt: { text }, signal }) => {
  const said = JSON.stringify(JSON.parse(text))
  if (!said.includes('wait')) return Promise.resolve({ how: 'done', text: `answer to ${said}` })
  const why = { code: 'turn-failed', message: message('turn-failed', { reason: 'stopped' }) }
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ how: 'canceled', text: '', failure: why }), { once: true })
  })
}
