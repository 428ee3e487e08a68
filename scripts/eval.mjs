// `npm run eval -- --model M`: how many everyday tasks a model gets done over the shipped skills, by the commands that
// would run; a plain client beside our turn and beside each of its ways of taking calls.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, root } from './ensure.mjs'

const program = join(root, 'bench', 'eval', 'main.ts')
const node = findNode()
if (node === process.execPath) {
  const { evaluate } = await import(pathToFileURL(program).href)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop.abort())
  process.exit(await evaluate(process.argv.slice(2), stop.signal))
} else {
  const child = spawn(node, [process.argv[1], ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
