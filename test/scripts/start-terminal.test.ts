import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { quoteArgv } from '#shared/call/quote'
import { say, startFakeOllama } from '#test/helpers/fake-ollama'
import { makeTempDir } from '#test/helpers/temp-dir'
import { listenTo, plainEnv, until } from '#test/main/cli/run-cli'

const script = join(dirname(dirname(import.meta.dirname)), 'scripts', 'start.mjs')
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

it.runIf(hasTerminal)('npm start without a display starts a conversation if there is a terminal', async () => {
  const ollama = await startFakeOllama()
  ollama.enqueue(say('Hello yourself.'))
  const home = makeTempDir()
  const line = quoteArgv([process.execPath, script], 'posix').text
  const env = plainEnv(home, { SKILLET_HOME: join(home, 'h'), OLLAMA_HOST: ollama.host, TERM: 'xterm', NO_COLOR: '1' })
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd: home, env })
  let shown = ''
  child.stdout.on('data', (text) => {
    shown += String(text)
  })
  const done = listenTo(child)
  await until('the greeting', () => shown.includes('/help says'))
  child.stdin.write('Hello\r')
  await until('the answer', () => shown.includes('Hello yourself.'))
  child.stdin.write('/quit\r')
  expect(await done).toMatchObject({ code: 0 })
  expect(shown).toContain('there is no display here')
  await ollama.close()
})
