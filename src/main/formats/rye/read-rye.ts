import { decodeText } from '#main/formats/decode-text'
import type { Checks, FormatReader, FormatReading, SkillFiles } from '#main/formats/format'
import { placeIn, quote, report } from '#main/formats/place'
import type { SharedItem, Space } from '#shared/skill/skill'
import { fromPython, fromScript, fromShell, fromToml, fromYaml, type Item, LANGUAGES, type Source } from './item.ts'
import { readPython } from './python-reader.ts'
import { nameOf, readTools } from './read-tool.ts'

const TOOLS = 'tools/'
const MOST_BYTES = 1024 * 1024
const MOST_READ_BYTES = 10 * 1024 * 1024

const extensionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)
const isTool = (path: string) => path.startsWith(TOOLS) && Object.hasOwn(LANGUAGES, extensionOf(path))

export const rye: FormatReader = {
  format: 'rye',
  // Only the folder inside a project is the skill, so that the rest is not read; find-skills.ts looks for it.
  claims: () => false,
  mostBytes: (path) => (isTool(path) ? MOST_READ_BYTES : null),
  read: readRye,
}

interface Reading extends FormatReading {
  page: NonNullable<FormatReading['page']>
  code: string[]
  shared: SharedItem[]
}

/** Reads every file below tools/ by its syntax only; no code runs. */
export async function readRye(files: SkillFiles, checks: Checks): Promise<FormatReading | null> {
  const hasTools = [...files.files.keys()].some(isTool)
  // Another format may also use a folder of this name.
  if (!hasTools || files.files.has('tools.json') || files.files.has('SKILL.md')) return null
  const reading: Reading = {
    ...{ tools: [], withheld: [], diagnostics: [], code: [], shared: [] },
    page: { name: files.skill, description: `Tools of the project ${files.skill}.`, body: '' },
  }
  const items = await readItems(files, checks, reading)
  const own = new Map<string, Item>()
  for (const item of items) {
    const first = own.get(item.id)
    if (!first) own.set(item.id, item)
    else {
      const [at, values] = [placeIn(item.file, reading.diagnostics), { id: quote(item.id), file: quote(first.file) }]
      report(at, 'warning', 'SHADOWED', 'rye-shadowed', 'rye-rename-one', values)
    }
  }
  const itemsOf = (space: Space) => {
    const shared = new Map(files.spaces?.shared[space].map((item) => [item.id, item]))
    return space === (files.spaces?.own ?? 'project') ? own : shared
  }
  const spaces = { project: itemsOf('project'), user: itemsOf('user'), system: itemsOf('system') }
  for (const item of own.values()) {
    const { tool_type: type, executor_id = null, config = null } = item.fields
    if (type === 'runtime' || type === 'mcp_server') {
      reading.shared.push({ id: item.id, fields: { executor_id, config } })
    }
    const place = placeIn(item.file, [])
    const tools = readTools(item, place, { files, checks, spaces })
    const { diagnostics } = place
    const blocker = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics.at(-1)
    if (tools === null && blocker) reading.withheld.push({ name: nameOf(item.id), diagnostic: blocker })
    const isCommand = item.language === 'yaml' && tools?.some(({ runtime }) => runtime.kind === 'program')
    if (isCommand) reading.code.push(item.file)
    reading.tools.push(...(tools ?? []))
    reading.diagnostics.push(...diagnostics)
  }
  return reading
}

async function readItems(files: SkillFiles, checks: Checks, reading: Reading): Promise<Item[]> {
  const sources = [...files.files.keys()].filter(isTool).flatMap((path) => openSource(files, path, reading) ?? [])
  const inPython = sources.filter(({ language }) => language === 'python')
  const texts = inPython.map(({ text }) => text)
  const answers = await readPython(texts, checks)
  const items = sources.map((source): Item => {
    if (source.language === 'node') return fromScript(source)
    if (source.language === 'bash') return fromShell(source)
    if (source.language === 'toml') return fromToml(source)
    const answer = answers[inPython.indexOf(source)]
    return answer ? fromPython(source, answer) : fromYaml(source)
  })
  const order = Object.keys(LANGUAGES)
  return items.sort((a, b) => order.indexOf(extensionOf(a.file)) - order.indexOf(extensionOf(b.file)))
}

function openSource(files: SkillFiles, file: string, { diagnostics, code }: Reading): Source | null {
  const found = files.files.get(file)
  const language = LANGUAGES[extensionOf(file)]
  if (!found || !language) return null
  const place = placeIn(file, diagnostics)
  if (language === 'python' || language === 'node' || language === 'bash') code.push(file)
  const size = { file, bytes: found.bytes.length, most: MOST_BYTES }
  if (size.bytes > MOST_BYTES) return report(place, 'error', 'FILE_TOO_LARGE', 'file-too-large', 'rye-split-file', size)
  const text = decodeText(place, found.bytes)
  if (text === null) return null
  const id = file.slice(TOOLS.length, file.lastIndexOf('.'))
  return { file, id, language, text, sha256: found.sha256 }
}
