import { homedir } from 'node:os'
import { inspectMachine } from '#main/calls/machine'
import { EXIT, type ExitCode } from '#main/cli/exits'
import { type Invocation, listSources } from '#main/cli/invocation'
import { openRecord } from '#main/cli/log/open-record'
import { countOf, printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { openInstalling } from '#main/install/install-skill'
import { listInstalled } from '#main/install/list-installed'
import type { Ledger } from '#main/ledger/open-ledger'
import { loadRegistry } from '#main/trust/skill-registry'
import { storeIn } from '#main/trust/store'
import { foldTrust, TRUST_FACTS } from '#main/trust/trust-book'
import { textOf } from '#shared/messages/message'
import type { Installation, InstallDiagnostic, Skill } from '#shared/skill/skill'
import { describeSkill } from './describe-skill.ts'

/** Copies the skills of a source to where installed skills lie. None of them is trusted by that. */
export async function skillsInstall(invocation: Invocation): Promise<ExitCode> {
  const { words, cwd, home, printer } = invocation
  const opened = await openRecord(home, printer)
  if (!opened.ok) {
    printError(printer, { code: 'RECORD_FAILED', message: opened.message })
    return EXIT.failed
  }
  const { ledger } = opened
  try {
    const installation = await install(invocation, ledger, words[0] ?? '', cwd)
    const skills = await readInstalled(invocation, ledger, installation)
    return show(invocation, skills, installation.diagnostics)
  } finally {
    await ledger.close()
  }
}

async function install(
  { options, home, env, signal }: Invocation,
  ledger: Ledger,
  source: string,
  cwd: string,
): Promise<Installation> {
  const bundled = await listBundled(cwd)
  const installing = openInstalling({
    ...{ home, signal, env, personHome: env.HOME || homedir(), bundled: () => bundled },
    publish: async (...facts) => void (await ledger.append(facts)),
    failed: (error) => console.error(error),
  })
  try {
    const staging = await installing.stage(source, cwd)
    if (!staging.ok) return { installed: [], diagnostics: staging.diagnostics }
    const names = options.only ?? staging.candidates.map(({ name }) => name)
    if (signal.aborted) return { installed: [], diagnostics: [] }
    const replace = options.replace === true
    return (await installing.settle(staging.token, names, replace)) ?? { installed: [], diagnostics: [] }
  } finally {
    await installing.close()
  }
}

/** Also where they are left out of this call: the name stays theirs. */
async function listBundled(cwd: string): Promise<string[]> {
  const listed = listSources({}, cwd)
  const paths = listed.ok ? listed.sources.map(({ path }) => path) : []
  return (await Promise.all(paths.map(listInstalled))).flat().map(({ name }) => name)
}

async function readInstalled({ cwd, home }: Invocation, ledger: Ledger, { installed }: Installation): Promise<Skill[]> {
  const book = foldTrust(await ledger.read({ types: [...TRUST_FACTS] }))
  const { searchPath } = await inspectMachine({ cwd, skillFolders: [] })
  const sources = installed.map(({ dir }) => ({ path: dir, origin: 'installed' as const }))
  return (await loadRegistry(sources, searchPath, { book, store: storeIn(home), scripts: 'on' })).skills
}

function show({ printer }: Invocation, skills: Skill[], diagnostics: InstallDiagnostic[]): ExitCode {
  const [refused] = diagnostics
  const described = skills.map(describeSkill)
  const [only] = described
  printer.json({
    // One skill is told as `skills` tells it; the list is there for sources that hold several.
    ...(described.length === 1 && !refused && only),
    ...(refused && {
      ok: false,
      error: { code: refused.code, message: `${refused.file}: ${textOf(refused.message)}` },
    }),
    skills: described,
    ...(refused && { diagnostics }),
  })
  for (const { name, state, tools } of skills) {
    printer.line(
      `${printer.paint('bold', toLine(name))}  ${printer.paint('yellow', state)}  ${countOf(tools.length, 'tool')}`,
    )
  }
  if (skills.length > 0) printer.line('Review it, then trust it: skillet skills trust NAME')
  for (const { file, code, message, remedy } of diagnostics) {
    printer.note(`skillet: ${toLine(`${file}: ${textOf(message)}`)}  ${printer.paintNote('dim', code)}`)
    printer.note(`         → ${toLine(remedy)}`)
  }
  if (!refused) return EXIT.done
  return diagnostics.every(({ code }) => code === 'INSTALL_FAILED') ? EXIT.failed : EXIT.refused
}
