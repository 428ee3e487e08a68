import { main } from './main.ts'

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

process.exitCode = await main({
  args: process.argv.slice(2),
  env: process.env,
  cwd: findCwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt: (listen) => {
    for (const signal of INTERRUPTS) process.on(signal, listen)
  },
  exit: (code) => process.exit(code),
})

/** A folder that was deleted has no path any more, only the one by which the shell came there. */
function findCwd(): string {
  try {
    return process.cwd()
  } catch {
    return process.env.PWD || '/'
  }
}
