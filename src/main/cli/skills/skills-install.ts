import { homedir } from 'node:os'
import { EXIT } from '#main/cli/exits'
import { type Invocation, listSources, type Output } from '#main/cli/invocation'
import { withCore } from '#main/cli/open'
import { countOf, type Printer, toLine } from '#main/cli/print'
import { openInstaller } from '#main/install/installer'
import { listInstalled } from '#main/install/list-installed'
import type { Core } from '#main/open-core'
import { textOf } from '#shared/messages/message'
import type { Installation, InstallDiagnostic, Skill } from '#shared/skill/skill'
import { describeSkill } from './describe-skill.ts'

export const skillsInstall = (invocation: Invocation): Promise<Output> =>
  withCore(invocation, async (core) => {
    const { words, printer } = invocation
    const { installed, diagnostics } = await install(invocation, core, words[0] ?? '')
    await core.restock()
    const all = core.registry().skills
    return show(
      installed.flatMap(({ dir }) => all.find(({ sourceDir }) => sourceDir === dir) ?? []),
      diagnostics,
      printer,
    )
  })

async function install(
  { options, home, here, env, signal, printer }: Invocation,
  core: Core,
  source: string,
): Promise<Installation> {
  const bundled = await listBundled(here)
  const installing = openInstaller({
    ...{ home, signal, env, personHome: env.HOME || homedir(), bundled: () => bundled },
    publish: core.publish,
    failed: (error) => printer.note(`skillet: something stays in quarantine: ${toLine((error as Error).message)}`),
  })
  try {
    const staging = await installing.stage(source, here)
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
async function listBundled(here: string): Promise<string[]> {
  const folders = listSources({}, here).map(({ path }) => listInstalled(path))
  return (await Promise.all(folders)).flat().map(({ name }) => name)
}

function show(skills: Skill[], diagnostics: InstallDiagnostic[], { paint, paintNote, note }: Printer): Output {
  const [refused] = diagnostics
  const described = skills.map(describeSkill)
  const [only] = described
  for (const { file, code, message, remedy } of diagnostics) {
    note(`skillet: ${toLine(`${file}: ${textOf(message)}`)}  ${paintNote('dim', code)}`)
    note(`         → ${toLine(remedy)}`)
  }
  const isFailed = diagnostics.every(({ code }) => code === 'INSTALL_FAILED')
  return {
    json: {
      // A single skill is described as by `skills`; sources with several get the list.
      ...(described.length === 1 && !refused && only),
      ...(refused && {
        ok: false,
        error: { code: refused.code, message: `${refused.file}: ${textOf(refused.message)}` },
      }),
      skills: described,
      ...(refused && { diagnostics }),
    },
    lines: [
      ...skills.map(({ name, state, tools }) => {
        return `${paint('bold', toLine(name))}  ${paint('yellow', state)}  ${countOf(tools.length, 'tool')}`
      }),
      ...(skills.some(({ state }) => state !== 'trusted')
        ? ['Review it, then trust it: skillet skills trust NAME']
        : []),
    ],
    exit: !refused ? EXIT.done : isFailed ? EXIT.failed : EXIT.refused,
  }
}
