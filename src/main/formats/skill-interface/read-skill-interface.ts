import type { Checks, FormatReader, FormatReading, SkillFiles } from '#main/formats/format'
import { OWN_TOOLS, SKILL_MD, TOOL_NAME } from '#main/formats/names'
import { inside, placeIn, quote, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject, mergeDeep, toText, valueAt } from '#shared/json'
import type { MainText } from '#shared/skill/skill'
import type { FunctionRuntime, Layer, ParamsSchema, PromptRuntime, Tool } from '#shared/skill/tool'
import { type Work, workOf } from './make-layers.ts'
import { type Document, MOST_DOCUMENT_BYTES, readDocuments, readInlineMarkdown, shapeOf } from './read-documents.ts'

const MOST_CODE_BYTES = 10 * 1024 * 1024
const NICE_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const FUNCTION_MS = 120_000
const PROMPT_MS = 600_000
const NO_PARAMS: ParamsSchema = { type: 'object', properties: {}, additionalProperties: false }

export const skillInterface: FormatReader = {
  format: 'skill-interface',
  claims: (name) => shapeOf(name) !== null && name !== SKILL_MD,
  mostBytes: (path) => {
    const shape = shapeOf(path)
    // The skill's own page has a different limit.
    if (shape !== null) return path === SKILL_MD ? null : MOST_DOCUMENT_BYTES
    return /\.(?:[cm]?[jt]s|md)$/.test(path) ? MOST_CODE_BYTES : null
  },
  read: readSkillInterface,
}

/** Reads every file by its syntax only. A folder with just an ordinary SKILL.md does not use this format. */
function readSkillInterface(files: SkillFiles, checks: Checks): FormatReading | null {
  const isShape = (path: string) => path !== SKILL_MD && shapeOf(path) !== null
  if (![...files.files.keys()].some(isShape) && !isInterface(files)) return null
  const documents = readDocuments(files, checks)
  const reading: FormatReading & { code: string[]; context: string[] } = {
    ...{ tools: [], withheld: [], diagnostics: [], code: [], context: [] },
    page: { description: documents.find(({ role }) => role === 'main')?.description ?? '', body: '' },
  }
  const byName = new Map<string, Document>()
  for (const document of documents) takeName(document, byName)
  refuseTwoMains(documents)
  const ports = { files: files.files, documents: byName }
  const works = new Map(documents.map((each) => [each, workOf(each, placeIn(each.file, each.diagnostics), ports)]))
  const main = readMain(documents)
  const unread = documents.filter(({ fault }) => fault)
  for (const document of documents) {
    const { tool, outer = [] } =
      makeTool(document, { documents, works, skill: files.skill, byName, files: files.files }) ?? {}
    reading.diagnostics.push(...document.diagnostics)
    reading.code.push(...(works.get(document)?.code ?? []))
    const errors = [document, ...outer].flatMap((each) =>
      each.diagnostics.filter(({ severity }) => severity === 'error'),
    )
    const blocker = errors[0] ?? (tool && unread.find((each) => mayProtect(each, document))?.fault?.diagnostic)
    if (blocker) reading.withheld.push({ name: document.name, diagnostic: blocker })
    else if (tool) reading.tools.push(tool)
    const isText = document.role === 'context' || document.shape === 'folder' || document.role === 'main'
    if (isText && document.file !== SKILL_MD && document.body.trim() !== '') {
      reading.context.push(`## ${document.name}\n\n${document.body.trim()}`)
    }
  }
  return {
    ...reading,
    ...(main && { main }),
    code: [...new Set([...reading.code, ...importable(files, reading.code)])],
  }
}

const OWN_FIELDS = ['delegate', 'role', 'params', 'visibility']

/** A SKILL.md alone uses this format if its metadata has a field that only this format knows, or if it has a delegate. */
function isInterface({ files }: SkillFiles): boolean {
  const text = new TextDecoder().decode(files.get(SKILL_MD)?.bytes)
  // Most pages name none of them, and this test is far cheaper than reading YAML.
  if (!OWN_FIELDS.some((name) => text.includes(name))) return false
  const { fields } = readInlineMarkdown(placeIn(SKILL_MD, []), text)
  const { delegate, metadata } = fields
  return delegate !== undefined || (isObject(metadata) && OWN_FIELDS.some((name) => Object.hasOwn(metadata, name)))
}

const GUARDS = /(?:^|[{,])[ \t]*["']?role["']?\s*:\s*["']?(?:middleware|main)\b/m

/** What cannot be read may be what protects a tool: its middleware, the bound of the main file, or a page above. */
const mayProtect = ({ shape, file, fault }: Document, document: Document) =>
  GUARDS.test(fault?.text ?? '') || (shape === 'folder' && isAbove(file, document.file))

/** Code that a function may import; included, so that only allowed code runs. */
const importable = ({ files }: SkillFiles, code: readonly string[]) =>
  code.length === 0 ? [] : [...files.keys()].filter((file) => /\.[cm]?[jt]s$/.test(file))

function takeName(document: Document, byName: Map<string, Document>): void {
  const { name, file, diagnostics, shape, delegate } = document
  // A page alone is a text, so a tool may have its name.
  if (shape === 'folder' && delegate === null) return
  const place = placeIn(file, diagnostics)
  const other = byName.get(name)
  const values = { name: quote(name), other: quote(other?.file ?? '') }
  if (other) report(place, 'error', 'TOOL_DUPLICATE', 'tool-name-in-other-file', 'rename-or-remove-one', values)
  else byName.set(name, document)
  if (!TOOL_NAME.test(name) || OWN_TOOLS.has(name)) {
    report(place, 'error', 'TOOL_NAME', 'function-name-unusable', 'use-function-name', { name: quote(name) })
  } else if (!NICE_NAME.test(name) && file !== SKILL_MD) {
    report(place, 'warning', 'TOOL_NAME', 'function-name-unusual', 'use-function-name', { name: quote(name) })
  }
}

function refuseTwoMains(documents: readonly Document[]): void {
  const mains = documents.filter(({ role }) => role === 'main')
  if (mains.length < 2) return
  for (const { file, diagnostics } of mains) {
    const others = mains.flatMap((each) => (each.file === file ? [] : each.file)).join(', ')
    const place = placeIn(file, diagnostics)
    report(inside(place, 'metadata.role'), 'error', 'FRONTMATTER', 'two-mains', 'keep-one-main', { others })
  }
}

/** Set if there is exactly one and nothing is wrong with it. */
function readMain(documents: readonly Document[]): MainText | null {
  const main = documents.find(({ role }) => role === 'main')
  if (!main || main.diagnostics.some(({ severity }) => severity === 'error')) return null
  const { file, diagnostics, allowedTools, body } = main
  const place = placeIn(file, diagnostics)
  report(inside(place, 'metadata.role'), 'info', 'FRONTMATTER', 'main-opens-chats', 'annotation-may-stay')
  return { text: body.trim(), ...(allowedTools !== undefined && { allowedTools }) }
}

interface Around {
  skill: string
  documents: readonly Document[]
  works: ReadonlyMap<Document, Work>
  byName: ReadonlyMap<string, Document>
  files: SkillFiles['files']
}

/** With the middleware around it. Null for a text, which does nothing. */
function makeTool(document: Document, around: Around): { tool: Tool; outer: Document[] } | null {
  const { file, name, role, shape, description, params, returns, resolve, isHidden, tags, allowedTools } = document
  const work = around.works.get(document)
  if (!work) return null
  const isText = shape === 'folder' || role === 'context' || role === 'main'
  if (work.layers.length === 0 && (isText || work.prompt === null)) return null
  const cascade = cascadeOf(document, around.documents)
  const outer = middlewareOf(document, cascade, around)
  const layers = [...outer.layers, ...work.layers]
  const known = resolveSchemas(document, cascade.data)
  const prompt = work.prompt
  const runtime: FunctionRuntime | PromptRuntime =
    layers.length === 0 && prompt !== null
      ? { kind: 'prompt', instructions: prompt }
      : {
          ...({ kind: 'function', layers } as const),
          ...(prompt !== null && { prompt }),
          ...{ nonlocals: cascade.data, from: cascade.from, resolve },
        }
  const main = around.documents.find((each) => each.role === 'main' && each !== document)
  const bounds = [allowedTools, ...outer.documents.map((each) => each.allowedTools), main?.allowedTools]
  const allowed = bounds.filter((each) => each !== undefined)
  const tool: Tool = {
    ...{ id: `${around.skill}/${name}`, name, modelName: name, description, format: 'skill-interface' },
    source: { skill: around.skill, file, sha256: around.files.get(file)?.sha256 ?? '' },
    params: known.params ?? NO_PARAMS,
    ...(params === null ? { takesNothing: true } : { isOpen: true }),
    ...(returns !== null && { returns: known.returns ?? returns }),
    ...(allowed.length > 0 && { allowedTools: allowed }),
    ...(role && { role }),
    ...((isHidden || role === 'middleware') && { isHidden: true }),
    ...(tags.length > 0 && { tags }),
    runtime,
    limits: { timeoutMs: runtime.kind === 'prompt' || prompt !== null ? PROMPT_MS : FUNCTION_MS },
    diagnostics: [...document.diagnostics],
  }
  return { tool, outer: outer.documents }
}

/** The pages of the folders above, up to the main one, then the file itself. */
function cascadeOf(document: Document, documents: readonly Document[]): CascadeData {
  const above = documents
    .filter((each) => each !== document && each.shape === 'folder' && isAbove(each.file, document.file))
    .toSorted((a, b) => a.file.length - b.file.length)
  const main = above.findLastIndex(({ role }) => role === 'main')
  const everywhere = documents.filter(({ annotations }) => annotations.$global !== undefined)
  return collectCascade([...above.slice(Math.max(main, 0)), document], everywhere)
}

const isAbove = (page: string, file: string) => file.startsWith(page.slice(0, -SKILL_MD.length))

/** A key of the data that names a middleware adds it; the value becomes its arguments. */
function middlewareOf(document: Document, { data }: CascadeData, { byName, works }: Around) {
  const wrapping = Object.keys(data).flatMap((key) => {
    const other = byName.get(key)
    return other?.role === 'middleware' && other !== document ? [other] : []
  })
  const ordered = wrapping.toSorted((a, b) => orderOf(a.annotations) - orderOf(b.annotations))
  const layers = ordered.flatMap((other): Layer[] =>
    (works.get(other)?.layers ?? []).map((layer) => ({ ...layer, name: other.name, args: data[other.name] ?? null })),
  )
  return { documents: ordered, layers }
}

/** As models see them: the object at a path in the cascade's data, otherwise the schemas as written. */
function resolveSchemas({ params, returns, resolve }: Document, nonlocals: JsonObject) {
  const find = (path: string | undefined) => {
    const found = path === undefined ? undefined : valueAt({ nonlocals }, path.split('.'))
    return isObject(found) ? found : null
  }
  const foundParams = find(resolve.params)
  return {
    params: foundParams ? ({ ...foundParams, type: 'object' } as ParamsSchema) : params,
    returns: find(resolve.returns) ?? returns,
  }
}

/** One file of the cascade: a folder's SKILL.md, or the tool itself. */
type CascadeFile = Pick<Document, 'data' | 'annotations' | 'file'>

interface CascadeData {
  data: JsonObject
  /** The file that each key came from. */
  from: Readonly<Record<string, string>>
}

/**
 * The values a tool receives in every call: data of the folders above, outermost first, then its own. `$global` data of
 * any file in the skill comes before all of it.
 */
function collectCascade(files: readonly CascadeFile[], everywhere: readonly CascadeFile[]): CascadeData {
  let known: CascadeData = { data: {}, from: {} }
  for (const each of everywhere) known = merge(known, pick(each, listNames(each.annotations.$global)), each)
  files.forEach((each, index) => {
    const isOwn = index === files.length - 1
    const { $inherit, $remove, $private, $local } = each.annotations
    if ($inherit === false) known = { data: {}, from: {} }
    const removed = listNames($remove)
    const left = Object.entries(known.data).filter(([name]) => !removed.includes(name))
    known = { ...known, data: Object.fromEntries(left) }
    const isHidden = (name: string) =>
      [$private, $local].some((hides) => hides === true || listNames(hides).includes(name))
    const names = Object.keys(each.data).filter((name) => isOwn || !isHidden(name))
    known = merge(known, pick(each, names), each)
  })
  return known
}

/** Lower numbers come first and are further out. */
const orderOf = ({ $order }: JsonObject): number => (typeof $order === 'number' ? $order : 0)

const listNames = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.map(toText) : typeof value === 'string' ? [value] : []

const pick = ({ data }: CascadeFile, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(data, name) ? [[name, data[name] as Json]] : [])))

function merge({ data, from }: CascadeData, more: JsonObject, { file, annotations }: CascadeFile): CascadeData {
  const names = Object.keys(more)
  if (names.length === 0) return { data, from }
  const sources = { ...from, ...Object.fromEntries(names.map((name) => [name, file])) }
  if (annotations.$merge === 'replace') return { data: more, from: sources }
  if (annotations.$merge === 'shallow') return { data: { ...data, ...more }, from: sources }
  return { data: mergeDeep(data, more), from: sources }
}
