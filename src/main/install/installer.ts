import { lstat, mkdir, readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PROJECT_FOLDER } from '#main/formats/formats'
import { SKILL_MD } from '#main/formats/names'
import { quote } from '#main/formats/place'
import { saysToolCode } from '#main/formats/tool-code/read-tool-code'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { askPython } from '#main/runners/process/ask-python'
import { findSkills, homeOf, isOfProject } from '#main/skills/find-skills'
import { readSkill } from '#main/skills/read-skill'
import { removeTree } from '#main/skills/remove-tree'
import { isInside } from '#shared/paths'
import { makeQueue } from '#shared/queue'
import type { Installation, SkillCandidate, Staging } from '#shared/skill/skill'
import type { SkillInstalled } from '#shared/skill/skill-facts'
import { copyFile, copyFolder } from './copy-folder.ts'
import { fetchRepository } from './fetch-repository.ts'
import { findSkillFolders, readCandidates } from './find-candidates.ts'
import { foldName, makeIntake } from './intake.ts'
import { listAdoptablePlaces, listInstalled } from './list-installed.ts'
import { makeStaging, placesOf, writeStaged } from './quarantine.ts'
import { readSource, type Source } from './read-source.ts'
import { Refusal, refusal, toShown } from './refusal.ts'
import { type GitPorts, makeGit, type RunGit } from './run-git.ts'
import { explainFailure, settleCandidate, sweepQuarantine } from './settle.ts'
import { unpackZip } from './unpack-zip.ts'

interface InstallPorts extends GitPorts {
  bundled(): readonly string[]
  /** The folder that ~ means. */
  personHome: string
  /** Quarantine could not be cleared; installing continues. */
  failed(error: unknown): void
}

interface Staged {
  dir: string
  root: string
  source: SkillInstalled['source']
  candidates: SkillCandidate[]
}

/** The oldest is dropped when there are more. */
const MOST_STAGED = 8

/** For the owner of the home. First removes what earlier installations left in quarantine. */
export function openInstaller(ports: InstallPorts) {
  const runGit = makeGit(ports)
  const places = placesOf(ports.home)
  const staged = new Map<string, Staged>()
  // One at a time, so that two installations of the same name cannot both find its place free.
  const inTurn = makeQueue()
  inTurn(() => sweepQuarantine(places, ports.failed)).catch(ports.failed)
  const unstage = async (token: string): Promise<boolean> => {
    const found = staged.get(token)
    if (!found) return false
    staged.delete(token)
    await removeTree(found.dir).catch(ports.failed)
    return true
  }
  const installedNames = async () => (await listInstalled(places.skills)).map(({ name }) => name)

  async function stage(said: string | Source, cwd: string): Promise<Staging> {
    let dir: string | null = null
    try {
      const source = typeof said === 'string' ? await readSource(said, cwd, ports.personHome) : said
      const made = await makeStaging(places)
      dir = made.dir
      const root = join(dir, 'tree', source.name)
      await mkdir(root, { recursive: true, mode: 0o700 })
      const taken = await take(source, dir, root, runGit)
      const folders = findSkillFolders(await nameTools(root, taken), source.from)
      const known = { read: readWithChecks, bundled: ports.bundled(), installed: await installedNames() }
      const candidates = await readCandidates({ root, folders, ...known })
      const named = nameSource(source, listAdoptablePlaces(ports.personHome))
      staged.set(made.token, { dir, root, source: named, candidates: [...candidates] })
      for (const [token] of [...staged].slice(0, -MOST_STAGED)) await unstage(token)
      return { ok: true, token: made.token, source: named, candidates }
    } catch (error) {
      if (dir !== null) await removeTree(dir).catch(ports.failed)
      const from = typeof said === 'string' ? said : said.from
      const diagnostic = error instanceof Refusal ? error.diagnostic : explainFailure(from, error)
      // A file in an archive may have no name at all: then the archive is named.
      const file = diagnostic.file === '' ? toShown(from.trim()) : diagnostic.file
      return { ok: false, diagnostics: [{ ...diagnostic, file }] }
    }
  }

  async function settle(token: string, names: readonly string[], replace: boolean): Promise<Installation | null> {
    const found = staged.get(token)
    if (!found) return null
    const { dir: staging, root, source, candidates } = found
    const installation: Installation = { installed: [], diagnostics: [] }
    for (const name of new Set(names)) {
      const candidate = candidates.find((each) => each.name === name)
      if (!candidate) {
        const values = { name: quote(name), names: candidates.map((each) => each.name).join(', ') || 'none' }
        installation.diagnostics.push(
          refusal('NO_SKILL', source.from, 'skill-not-in-source', 'skills-in-source', values),
        )
        continue
      }
      const settled = await settleCandidate(candidate, { places, staging, root, replace })
      if (!settled.ok) {
        installation.diagnostics.push(settled.diagnostic)
        continue
      }
      candidates.splice(candidates.indexOf(candidate), 1)
      installation.installed.push(settled.installed)
      const { hash } = settled.installed
      await ports.publish({ type: 'skill.installed', chat: null, skill: name, hash, source })
    }
    if (installation.diagnostics.length === 0) await unstage(token)
    return installation
  }

  return {
    /** Copies a source into quarantine and says which skills it contains. Nothing is left behind if it is refused. */
    stage: (said: string | Source, cwd: string) => inTurn(() => stage(said, cwd)),
    /** Installs the named ones. Null where there is nothing under the token; what was refused stays staged. */
    settle: (token: string, names: readonly string[], replace: boolean) => inTurn(() => settle(token, names, replace)),
    unstage: (token: string) => inTurn(() => unstage(token)),
    listInstalled: installedNames,
    close: () =>
      inTurn(async () => {
        for (const token of [...staged.keys()]) await unstage(token)
      }),
  }
}

const readWithChecks = (dir: string) =>
  readSkill(dir, {
    ...{ schema: checkSchema, pattern: checkPattern },
    python: (code, input) => askPython(code, input, dir),
  })

async function take({ kind, from, files }: Source, staging: string, root: string, runGit: RunGit): Promise<string[]> {
  if (files) return writeFiles(files, root)
  if (kind === 'zip') return unpackZip(from, root)
  if (kind === 'git') return fetchRepository(from, staging, root, runGit)
  if (/\.json$/i.test(from) && (await lstat(from)).isFile()) return copyFile(from, root)
  // Only the folder with a project's tools matters.
  const [first] = await findSkills(from)
  if (first === undefined || homeOf(first) === first || ![first, homeOf(first)].includes(from)) {
    return copyFolder(from, root)
  }
  const copied = await copyFolder(first, join(root, PROJECT_FOLDER), isOfProject)
  return copied.map((path) => `${PROJECT_FOLDER}/${path}`)
}

async function writeFiles(files: ReadonlyMap<string, Uint8Array>, root: string): Promise<string[]> {
  const intake = makeIntake()
  for (const [path, bytes] of files) {
    intake.file(path, bytes.length)
    await writeStaged(root, path, bytes, false)
  }
  return [...files.keys()]
}

/** Where no SKILL.md says that there are skills, files that say they are tools get the name by which one is found. */
async function nameTools(root: string, paths: readonly string[]): Promise<string[]> {
  if (paths.some((path) => basename(path) === SKILL_MD)) return [...paths]
  const taken = new Set(paths.map(foldName))
  const named: string[] = []
  for (const path of paths) {
    const isTool = /(?<!\.tool)\.json$/i.test(path) && saysToolCode(await readFile(join(root, path)))
    const name = path.replace(/\.json$/i, '.tool.json')
    // A file that has the name already makes the folder a skill, and this one is read as it is.
    const isRenamed = isTool && !taken.has(foldName(name))
    if (isRenamed) await rename(join(root, path), join(root, name))
    taken.add(foldName(name))
    named.push(isRenamed ? name : path)
  }
  return named
}

/** A skill from another program's folder counts as adopted. */
function nameSource({ kind, from }: Source, adoptable: readonly string[]): SkillInstalled['source'] {
  const isAdopted = kind === 'folder' && adoptable.some((place) => isInside(from, place, process.platform === 'win32'))
  return { kind: isAdopted ? 'adopted' : kind, from }
}
