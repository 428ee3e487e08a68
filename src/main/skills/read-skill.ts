import { hash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import type { Checks } from '#main/formats/checks'
import { isScriptName } from '#main/formats/names'
import { placeIn, report } from '#main/formats/place'
import { type DescriptorReading, readToolsJson } from '#main/formats/tools-json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { SkillContents, SkillScript } from '#shared/skill/skill'
import type { FoundFolder } from './find-skills.ts'
import { nameOfFolder, readPage, SKILL_MD } from './read-page.ts'
import { readTree, type Tree } from './read-tree.ts'

const SCRIPTS = 'scripts/'

/** Reads one folder as a skill. Never rejects: a folder that cannot be read is a skill without tools that says why. */
export async function readSkill(dir: string, checks: Checks): Promise<SkillContents> {
  return readFoundSkill({ dir: resolve(dir) }, checks)
}

export async function readFoundSkill(found: FoundFolder, checks: Checks): Promise<SkillContents> {
  const { dir, listing, folderName = basename(dir) } = found
  const diagnostics: Diagnostic[] = []
  const tree = await readTree(dir, diagnostics, listing)
  const page = tree.core.get(SKILL_MD)
  const noPage = page ? null : reportNoPage(diagnostics)
  const { name, description, body, requiredBins } = page
    ? readPage(page.bytes, folderName, diagnostics)
    : { name: nameOfFolder(folderName), description: '', body: '', requiredBins: [] }
  const scripts = listScripts(tree, diagnostics)
  const names = new Set(scripts.map((script) => script.name))
  const read = readToolsJson({ skill: name, json: tree.core, scripts: names }, checks)
  const { tools, withheld, format } = withholdAll(read, tree.blocker ?? noPage)
  diagnostics.push(...read.diagnostics)
  return {
    ...{ name, description, body, dir, format, hash: tree.hash, requiredBins, scripts },
    ...(tree.scripts.size > 0 && { scriptsHash: hashScripts(tree) }),
    ...{ tools, withheld, diagnostics },
  }
}

function hashScripts({ scripts }: Tree): string {
  return hash('sha256', JSON.stringify([...scripts].map(([file, { sha256 }]) => [file, sha256])))
}

function reportNoPage(diagnostics: Diagnostic[]): Diagnostic {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'SKILL_MD_MISSING',
    file: SKILL_MD,
    path: '',
    message: message('skill-page-missing', { file: SKILL_MD }),
    remedy: message('add-skill-page', { file: SKILL_MD }),
  }
  diagnostics.push(diagnostic)
  return diagnostic
}

/** The files in scripts/ that may run: of a good name, directly in the folder, and there under this one name alone. */
function listScripts(tree: Tree, diagnostics: Diagnostic[]): SkillScript[] {
  const scripts: SkillScript[] = []
  for (const [file, { sha256, links }] of tree.scripts) {
    const name = file.slice(SCRIPTS.length)
    const place = placeIn(file, diagnostics)
    if (name.includes('/')) continue
    if (!isScriptName(name)) {
      report(place, {
        severity: 'warning',
        code: 'SCRIPT_NAME',
        message: message('script-name-never-runs'),
        remedy: message('use-script-letters'),
      })
    } else if (links > 1) {
      report(place, {
        severity: 'error',
        code: 'SYMLINK',
        message: message('hard-link-never-runs', { links }),
        remedy: message('put-copy-there'),
      })
    } else scripts.push({ name, file, sha256 })
  }
  return scripts
}

/** What is not wholly read cannot be reviewed, and what is no skill has no tools. */
function withholdAll(read: DescriptorReading, blocker: Diagnostic | null): DescriptorReading {
  if (!blocker) return read
  const blocked = read.tools.map(({ name }) => ({ name, diagnostic: blocker }))
  return { ...read, tools: [], withheld: [...read.withheld, ...blocked] }
}
