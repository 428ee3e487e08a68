import { main } from './main.ts'

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

process.exitCode = await main({
  args: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onInterrupt: (listen) => {
    for (const signal of INTERRUPTS) process.on(signal, listen)
  },
  exit: (code) => process.exit(code),
})
