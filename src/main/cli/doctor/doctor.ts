import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { toLine } from '#main/cli/printable'
import { openToRead, openView } from '#main/open-view'
import { checkData, checkDisk, checkRecord } from './doctor-data.ts'
import { checkDisplay, checkNode, checkOllama, checkSandbox } from './doctor-machine.ts'
import { checkSkills } from './doctor-skills.ts'

export interface Check {
  name: string
  state: 'ok' | 'warning' | 'missing'
  found: string
  /** Empty where there is nothing to do. */
  remedy: string
}

/** `isEssential`: nothing of Skillet works without it. */
export type Finding = Check & { isEssential?: true }

const LOOKS = { ok: 'green', warning: 'yellow', missing: 'red' } as const

/** What is here, what is missing, and how to get it. */
export async function doctor(invocation: Invocation): Promise<ExitCode> {
  const { printer, home, env, cwd, skills } = invocation
  const opened = await openToRead(home)
  const { view } = await openView({ home, cwd, skills }, opened)
  const findings: Finding[] = [
    checkNode(),
    ...(await checkOllama(view.settings().host || env.OLLAMA_HOST)),
    checkDisplay(env),
    checkSandbox(view.machine),
    await checkData(home),
    await checkRecord(opened),
    await checkDisk(home),
    ...(await checkSkills(view.registry(), view.machine)),
  ]
  if (opened.ok) await opened.ledger?.close()
  printer.json({ checks: findings.map(({ isEssential, ...check }) => check) })
  const width = Math.max(...findings.map(({ name }) => name.length))
  for (const { name, state, found, remedy } of findings) {
    const title = printer.paint('bold', toLine(name).padEnd(width))
    printer.line(`${printer.paint(LOOKS[state], state.padEnd(7))}  ${title}  ${toLine(found)}`)
    if (remedy !== '') printer.line(`${' '.repeat(width + 11)}${printer.paint('green', '→')} ${toLine(remedy)}`)
  }
  return findings.some(({ state, isEssential }) => state === 'missing' && isEssential) ? EXIT.failed : EXIT.done
}
