import { hash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { decodeText } from '#main/formats/decode-text'
import type { Checks, FormatReading, SkillFiles } from '#main/formats/format'
import { FORMATS } from '#main/formats/formats'
import { findNamed } from '#main/formats/named-files'
import { isScriptName, SKILL_MD } from '#main/formats/names'
import { placeIn, reasonOf, report, reportReason } from '#main/formats/place'
import { toText } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import type { SkillContents, SkillScript } from '#shared/skill/skill'
import type { Format } from '#shared/skill/tool'
import { type FoundFolder, homeOf } from './find-skills.ts'
import { needsOf } from './read-needs.ts'
import { nameOfFolder, readPage } from './read-page.ts'
import { readTree, type Tree } from './read-tree.ts'

const SCRIPTS = 'scripts/'
const MOST_READABLE = 200

/** Reads a folder as a skill. Never rejects: an unreadable folder is a skill without tools and with the reason. */
export async function readSkill(dir: string, checks: Checks): Promise<SkillContents> {
  return readFoundSkill({ dir: resolve(dir) }, checks)
}

export async function readFoundSkill(found: FoundFolder, checks: Checks): Promise<SkillContents> {
  const { dir, listing, folderName = basename(homeOf(dir)), spaces } = found
  const diagnostics: Diagnostic[] = []
  const tree = await readTree(dir, diagnostics, listing)
  const file = tree.core.get(SKILL_MD)
  const page = file && readPage(file.bytes, folderName, diagnostics)
  const scripts = listScripts(tree, diagnostics)
  const files = {
    skill: page?.name ?? nameOfFolder(folderName),
    files: tree.core,
    scripts: new Set(scripts.map((script) => script.name)),
    ...(spaces && { spaces }),
  }
  const readings = await readFormats(files, checks)
  const given = page ?? readings.find((reading) => reading.page)?.page
  const values = { file: SKILL_MD }
  const noPage = given
    ? null
    : reportReason(diagnostics, SKILL_MD, reasonOf('SKILL_MD_MISSING', 'skill-page-missing', 'add-skill-page', values))
  const blocker = tree.blocker ?? noPage
  const tools = readings.flatMap((reading) => reading.tools)
  const code = readings.flatMap((reading) => reading.code ?? [])
  const servers = readings.flatMap((reading) => reading.servers ?? [])
  const shared = readings.flatMap((reading) => reading.shared ?? [])
  const offers = readings.flatMap((reading) => reading.offers ?? [])
  const main = readings.find((reading) => reading.main)?.main
  const needs = [...(page?.needs ?? []), ...needsOf(tools)]
  const scriptsHash = hashScripts(tree, code)
  const readable = listReadable(tree)
  return {
    ...{ name: given?.name ?? files.skill, description: given?.description ?? '' },
    body: [given?.body ?? '', ...readings.flatMap(({ context = [] }) => context)].filter(Boolean).join('\n\n'),
    ...{ dir, format: readings[0]?.format ?? null, hash: tree.hash, requiredBins: page?.requiredBins ?? [], scripts },
    ...(scriptsHash !== null && { scriptsHash }),
    ...(code.length > 0 && { code }),
    ...(page?.allowedTools !== undefined && { allowedTools: page.allowedTools }),
    ...(needs.length > 0 && { needs }),
    ...(readable.length > 0 && { readable }),
    ...(servers.length > 0 && { servers }),
    ...(main && !blocker && { main }),
    ...(shared.length > 0 && { shared }),
    ...(offers.length > 0 && { offers }),
    // What is not wholly read cannot be reviewed, and what is no skill has no tools.
    tools: blocker ? [] : tools,
    withheld: [
      ...readings.flatMap((reading) => reading.withheld),
      ...(blocker ? tools.map(({ name }) => ({ name, diagnostic: blocker })) : []),
    ],
    diagnostics: [...diagnostics, ...readings.flatMap((reading) => reading.diagnostics)],
  }
}

async function readFormats(files: SkillFiles, checks: Checks): Promise<(FormatReading & { format: Format })[]> {
  const readings: (FormatReading & { format: Format })[] = []
  for (const { format, read } of FORMATS) {
    const reading = await (async () => read(files, checks))().catch(describeFailure)
    if (reading) readings.push({ ...reading, format })
  }
  return readings
}

/** A fault of ours in one skill must not cost the others. */
function describeFailure(error: unknown): FormatReading {
  const diagnostics: Diagnostic[] = []
  const problem = error instanceof Error ? error.message : toText(error)
  reportReason(diagnostics, '', reasonOf('READER_FAILED', 'skill-not-read', 'remove-or-report-skill', { problem }))
  return { tools: [], withheld: [], diagnostics, page: null }
}

/** Over everything that may run besides declared commands; null if there is nothing. */
function hashScripts({ scripts, core }: Tree, code: readonly string[]): string | null {
  const files = new Map<string, { sha256: string }>(scripts)
  for (const file of [...code].sort()) {
    const found = core.get(file)
    if (found) files.set(file, found)
  }
  if (files.size === 0) return null
  return hash('sha256', JSON.stringify([...files].map(([file, { sha256 }]) => [file, sha256])))
}

/** Files for the model to read: those named on the page, then those in folders that it names. */
function listReadable({ files, core }: Tree): string[] {
  const named = findNamed(files, (path) => decodeText(placeIn(path, []), core.get(path)?.bytes ?? new Uint8Array()))
  return [...[...named.files].sort(), ...[...named.around].filter((path) => !named.files.has(path)).sort()].slice(
    0,
    MOST_READABLE,
  )
}

/** The files directly in scripts/ that may run and whose names are valid and unique. */
function listScripts(tree: Tree, diagnostics: Diagnostic[]): SkillScript[] {
  const scripts: SkillScript[] = []
  for (const [file, { sha256, links }] of tree.scripts) {
    const name = file.slice(SCRIPTS.length)
    const place = placeIn(file, diagnostics)
    if (name.includes('/')) continue
    if (!isScriptName(name)) {
      report(place, 'warning', 'SCRIPT_NAME', 'script-name-never-runs', 'use-script-letters')
    } else if (links > 1) {
      report(place, 'error', 'SYMLINK', 'hard-link-never-runs', 'put-copy-there', { links })
    } else scripts.push({ name, file, sha256 })
  }
  return scripts
}
