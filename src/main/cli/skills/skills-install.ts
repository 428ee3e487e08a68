import { homedir } from 'node:os'
import { EXIT, type ExitCode } from '#main/cli/exits'
import { type Invocation, listSources } from '#main/cli/invocation'
import { withCore } from '#main/cli/open'
import { countOf } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { openInstalling } from '#main/install/install-skill'
import { listInstalled } from '#main/install/list-installed'
import type { Core } from '#main/open-core'
import { textOf } from '#shared/messages/message'
import type { Installation, InstallDiagnostic, Skill } from '#shared/skill/skill'
import { describeSkill } from './describe-skill.ts'

/** Installs the skills of a source without trusting them. */
export function skillsInstall(invocation: Invocation): Promise<ExitCode> {
  const { words, cwd } = invocation
  return withCore(invocation, async (core) => {
    const { installed, diagnostics } = await install(invocation, core, words[0] ?? '', cwd)
    await core.restock()
    const skills = installed.flatMap(
      ({ dir }) => core.registry().skills.find(({ sourceDir }) => sourceDir === dir) ?? [],
    )
    return show(invocation, skills, diagnostics)
  })
}

async function install(
  { options, home, env, signal }: Invocation,
  core: Core,
  source: string,
  cwd: string,
): Promise<Installation> {
  const bundled = await listBundled(cwd)
  const installing = openInstalling({
    ...{ home, signal, env, personHome: env.HOME || homedir(), bundled: () => bundled },
    publish: core.publish,
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

/** Their names stay reserved even if this call leaves them out. */
async function listBundled(cwd: string): Promise<string[]> {
  const listed = listSources({}, cwd)
  const paths = listed.ok ? listed.sources.map(({ path }) => path) : []
  return (await Promise.all(paths.map(listInstalled))).flat().map(({ name }) => name)
}

function show({ printer }: Invocation, skills: Skill[], diagnostics: InstallDiagnostic[]): ExitCode {
  const [refused] = diagnostics
  const described = skills.map(describeSkill)
  const [only] = described
  printer.json({
    // A single skill is described as by `skills`; sources with several get the list.
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
