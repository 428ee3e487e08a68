// `npm run -s skillet -- …`: the command line from its sources. Standard output belongs to the command alone.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureDeps, findNode, root } from './ensure.mjs'

ensureDeps()
const program = join(root, 'src', 'main', 'cli', 'skillet.ts')
const node = findNode()
if (node === process.execPath) {
  await import(pathToFileURL(program).href)
} else {
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
