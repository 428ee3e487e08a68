import { decodeText } from '#main/formats/decode-text'
import type { FormatReader, FormatReading, SkillFiles } from '#main/formats/format'
import { findNamed } from '#main/formats/named-files'
import { SKILL_MD } from '#main/formats/names'
import { placeIn } from '#main/formats/place'
import type { LauncherName } from '#shared/call/action'
import type { Tool } from '#shared/skill/tool'

const MOST_CODE_BYTES = 10 * 1024 * 1024
const SCRIPT_MS = 120_000
const LONGEST_NAME = 64
const LONGEST_ABOUT = 300
const STARTERS = ['python', 'python3', 'node', 'bash', 'sh']
/** Files that start with an underscore or a dot are parts of other scripts. */
const IN_SCRIPTS = /(?:^|\/)scripts\/(?:.+\/)?[^_.][^/]*$/

const LAUNCHERS: readonly (readonly [ending: RegExp, launcher: LauncherName])[] = [
  [/\.py$/, 'python'],
  [/\.(?:ba)?sh$/, 'bash'],
  [/\.(?:[cm]?js|ts)$/, 'node'],
]

const launcherOf = (path: string): LauncherName | undefined =>
  /(?:^|\/)node_modules\//.test(path) ? undefined : LAUNCHERS.find(([ending]) => ending.test(path))?.[1]

/** Scripts that a skill's pages name, as in `python scripts/x.py`, for skills without any format of tools. */
export const agentSkills: FormatReader = {
  format: 'agent-skills',
  claims: () => false,
  mostBytes: (path) => (launcherOf(path) ? MOST_CODE_BYTES : null),
  read: readScripts,
}

function readScripts({ skill, files }: SkillFiles): FormatReading | null {
  // With tools.json, scripts are helpers of its tools.
  if (files.has('tools.json') || !files.has(SKILL_MD)) return null
  const all = [...files.keys()].filter((path) => launcherOf(path))
  if (all.length === 0) return null
  const named = findNamed([...files.keys()], (path) => readText(files, path))
  const page = readText(files, SKILL_MD) ?? ''
  const isTold = (path: string) => STARTERS.some((program) => page.includes(`${program} ${path}`))
  const scripts = all.filter((path) => named.files.has(path) && (IN_SCRIPTS.test(path) || isTold(path)))
  if (scripts.length === 0) return null
  const tools = scripts.map((file) => makeTool(file, nameScript(file, skill, scripts), skill, files))
  const list = tools.map(({ name, source: { file } }) => `- ${file}: ${name}`)
  return {
    ...{ tools, withheld: [], diagnostics: [], page: null, code: all },
    context: [
      `Where a page says to run one of these scripts, call its tool with the words after its name as \`args\`:\n\n${list.join('\n')}`,
    ],
  }
}

/** `fill.py` of the skill `pdf` becomes `pdf_fill`. If two have the same name, their folders are added. */
function nameScript(path: string, skill: string, scripts: readonly string[]): string {
  const short = (each: string) => /([^/]+)\.\w+$/.exec(each)?.[1] ?? each
  const isAlone = scripts.every((other) => other === path || short(other) !== short(path))
  return `${skill}_${isAlone ? short(path) : path}`.replace(/[^A-Za-z0-9]+/g, '_').slice(0, LONGEST_NAME)
}

function makeTool(file: string, name: string, skill: string, files: SkillFiles['files']): Tool {
  const sha256 = files.get(file)?.sha256 ?? ''
  const launcher = launcherOf(file) ?? 'bash'
  const words = `The words after ${file} on a command line, one each. Example: ["--help"]`
  const args = { type: 'array', items: { type: 'string' }, description: words }
  return {
    ...{ id: `${skill}/${name}`, name, modelName: name, format: 'agent-skills' },
    description: `Run ${file} of the skill ${skill}. ${describe(readText(files, file) ?? '')}`.trim(),
    source: { skill, file, sha256 },
    params: { type: 'object', properties: { args }, additionalProperties: false },
    runtime: { kind: 'code', launcher, mode: 'script', argv: 'list', entry: { file, sha256 }, writes: true },
    ...{ limits: { timeoutMs: SCRIPT_MS }, diagnostics: [] },
  }
}

const readText = (files: SkillFiles['files'], path: string) =>
  decodeText(placeIn(path, []), files.get(path)?.bytes ?? new Uint8Array())

/** Uses the docstring or comment at its start. */
function describe(code: string): string {
  const body = code.replace(/^#!.*\n/, '').trimStart()
  const [, quoted, block, lines] =
    /^(?:[rbu]*("""|''')([\s\S]*?)\1)|^(?:\/\*([\s\S]*?)\*\/)|^((?:(?:#|\/\/).*\n)+)/i.exec(body)?.slice(1) ?? []
  const text = (quoted ?? block?.replace(/^\*+/, '') ?? lines ?? '').replace(/^[ \t]*(?:#+|\/\/+|\*)/gm, '')
  const [first = ''] = text.trim().split(/\n\s*\n/)
  return first.replace(/\s+/g, ' ').slice(0, LONGEST_ABOUT)
}
