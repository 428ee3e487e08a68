import { hash } from 'node:crypto'
import { reportHiddenText } from '#main/formats/hidden-text'
import { placeIn } from '#main/formats/place'
import { templatesOf } from '#shared/call/argv-template'
import { canRunAnyCode } from '#shared/call/known-programs'
import { isObject } from '#shared/json'
import { type Diagnostic, withRemedy } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import { describeWish } from '#shared/skill/describe-wish'
import { describeServer } from '#shared/skill/mcp-server'
import type { FileChange, Review, ReviewedBinary, ReviewedFile, ReviewedTool } from '#shared/skill/review'
import type { Skill } from '#shared/skill/skill'
import type { SkillInstalled } from '#shared/skill/skill-facts'
import { type Helper, helpersOf, type Tool } from '#shared/skill/tool'
import { decodeUtf8 } from '#shared/utf8'
import { toVisible } from '#shared/visible'
import { findChangedWords } from './changed-words.ts'
import { diffLines } from './diff-lines.ts'
import type { FileBytes } from './store.ts'

type Files = ReadonlyMap<string, FileBytes>

interface ReviewSources {
  /** The files that the skill's hash covers. */
  files: Files
  /** The version that was trusted before, if it is intact. */
  trusted?: Files
  source?: SkillInstalled['source']
  obstacle?: Message
  lookUp(binary: string): Promise<Omit<ReviewedBinary, 'name' | 'isAnyCode'>>
}

/** Collects what a person must see. Starts nothing. */
export async function makeReview(skill: Skill, sources: ReviewSources): Promise<Review> {
  const { files, trusted, source, obstacle, lookUp } = sources
  const tools = skill.tools.map(reviewTool)
  const { diagnostics } = skill
  const hidden = findHidden(files)
  // A JSON escape may hide text that the file's bytes do not show.
  const escaped = diagnostics.filter(
    ({ code, file }) => code === 'HIDDEN_TEXT' && !hidden.some((each) => each.file === file),
  )
  return {
    ...{ skill: skill.name, description: toVisibleText(skill.description), origin: skill.origin, state: skill.state },
    ...{ format: skill.format, hash: skill.hash },
    ...(source && { source }),
    ...(obstacle !== undefined && { obstacle }),
    tools,
    withheld: skill.withheld.map(({ name, diagnostic }) => {
      return { name: toVisibleText(name), message: toVisibleMessage(withRemedy(diagnostic)) }
    }),
    binaries: await Promise.all(
      listBinaries(skill, tools).map(async ([name, isAnyCode]) => ({ name, isAnyCode, ...(await lookUp(name)) })),
    ),
    ...(skill.servers && { servers: skill.servers.map(describeServer) }),
    ...(skill.needs?.length && { access: skill.access?.filter(({ isDeclared }) => isDeclared) ?? [] }),
    scripts: [...files].filter(([file]) => file.startsWith('scripts/') || skill.code?.includes(file)).map(reviewFile),
    hosts: [...new Set([...listHosts(files), ...skill.tools.flatMap(listGranted)])],
    hidden: [
      ...hidden,
      ...escaped.map(({ file, path, message: found }) => ({
        file,
        message: path === '' ? found : message('subject-problem', { file: path, problem: found }),
      })),
    ],
    diagnostics: diagnostics.map((each) => {
      return { ...each, message: toVisibleMessage(each.message), remedy: toVisibleMessage(each.remedy) }
    }),
    files: [...files].map(([file, { bytes, isExecutable }]) => {
      return { file: toVisibleText(file), bytes: bytes.length, isExecutable }
    }),
    ...(trusted && { changes: compareFiles(trusted, files) }),
  }
}

/** Hosts that a tool asks for; `*` means any. */
const listGranted = ({ runtime }: Tool): string[] => {
  const network = runtime.kind === 'code' ? (runtime.network ?? []) : []
  return network === 'any' ? ['*'] : network.map((origin) => new URL(origin).host)
}

function reviewTool(tool: Tool): ReviewedTool {
  const { modelName, description, words } = tool
  const byItself = tool.code ? describeWish({ ...tool.code, times: [] }) : []
  return {
    name: modelName,
    titles: [...new Set([words?.title, words?.summary, words?.past])].filter((text) => text !== undefined),
    description: toVisibleText(description),
    runs: templatesOf(tool).map(({ binary, subcommand, pieces }) => {
      const argvTemplate = pieces.map(({ text }) => toVisibleText(text))
      // A file of the skill is reviewed with it, so the model writes no code that runs.
      const isAnyCode = tool.runtime.kind === 'command' && canRunAnyCode(binary, subcommand, argvTemplate)
      return { binary, subcommand, argvTemplate, isAnyCode }
    }),
    helpers: helpersOf(tool).map((helper) => reviewHelper(tool, helper)),
    ...(tool.signature && { signature: tool.signature }),
    ...(byItself.length > 0 && { byItself }),
  }
}

const splitWords = (text: string) => text.split(/\s+/).filter(Boolean)

function reviewHelper({ params }: Tool, { param, script, command, args }: Helper): ReviewedTool['helpers'][number] {
  const words = command && [command.binary, ...splitWords(command.subcommand)]
  const runsCode = command && words && canRunAnyCode(command.binary, command.subcommand, [...words, ...args])
  const isAnyCode = script !== undefined || runsCode === true
  const known = isObject(params.properties) ? params.properties : {}
  const fill = (word: string) => {
    const isNamed = word.startsWith('$') && Object.hasOwn(known, word.slice(1))
    return toVisibleText(
      isNamed ? `<${word.slice(1)}>` : param === null ? word : word.split('$param').join(`<${param}>`),
    )
  }
  const told = { param, args: args.map(fill), isAnyCode }
  return { ...told, ...(script !== undefined && { script }), ...(words && { command: words }) }
}

/** Each program, and whether its use here can run any code. */
function listBinaries(skill: Skill, tools: ReviewedTool[]): [string, boolean][] {
  const binaries = new Map<string, boolean>(skill.requiredBins.flat().map((name) => [name, false]))
  // A server can do whatever its program can.
  for (const { start } of skill.servers ?? []) if (start.kind === 'command') binaries.set(start.command, true)
  const uses = tools.flatMap(({ runs, helpers }) => [
    // A request starts no program.
    ...runs.flatMap(({ binary, isAnyCode }) => (binary === '' ? [] : [[binary, isAnyCode] as const])),
    ...helpers.flatMap(({ command, isAnyCode }) => (command?.[0] ? [[command[0], isAnyCode] as const] : [])),
  ])
  for (const [name, isAnyCode] of uses) binaries.set(name, binaries.get(name) === true || isAnyCode)
  return [...binaries].sort(([a], [b]) => (a < b ? -1 : 1))
}

function reviewFile([file, { bytes }]: [string, FileBytes]): ReviewedFile {
  const text = readText(bytes)
  return { file: toVisibleText(file), sha256: hash('sha256', bytes), text: text === null ? null : toVisibleText(text) }
}

function compareFiles(before: Files, now: Files): FileChange[] {
  const names = [...new Set([...before.keys(), ...now.keys()])].sort()
  return names.flatMap((file) => compareFile(file, before.get(file), now.get(file)) ?? [])
}

function compareFile(file: string, before: FileBytes | undefined, now: FileBytes | undefined): FileChange | null {
  const kind = before === undefined ? 'added' : now === undefined ? 'removed' : 'changed'
  const isSame = Buffer.compare(before?.bytes ?? NOTHING, now?.bytes ?? NOTHING) === 0
  const isModeChanged = before !== undefined && now !== undefined && before.isExecutable !== now.isExecutable
  if (kind === 'changed' && isSame && !isModeChanged) return null
  const diff = diffTexts(before?.bytes ?? NOTHING, now?.bytes ?? NOTHING)
  const words = diff && findChangedWords(diff)
  return { file: toVisibleText(file), kind, diff, ...(words && { words }), ...(isModeChanged && { isModeChanged }) }
}

const NOTHING = new Uint8Array()

function diffTexts(before: Uint8Array, now: Uint8Array): string[] | null {
  const [old, fresh] = [readText(before), readText(now)]
  if (old === null || fresh === null) return null
  return diffLines(toVisibleText(old), toVisibleText(fresh))
}

const MOST_HOSTS = 100
const ADDRESS = /\b(?:https?|wss?|ftp|ssh|git):\/\/(?:[^\s/@"'<>]*@)?([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])/g
const DECODED_AND_RUN =
  /base64\s+(?:-d|-D|--decode)\b[^\n]*\|\s*(?:\S*\/)?(?:ba|z|da|k)?sh\b|\b(?:eval|exec)\b[^\n]*(?:base64|atob|b64decode|fromCharCode)/gi

/** A file's text; null if it is not UTF-8 or contains a NUL. */
function readText(bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes)
  return text?.includes('\0') ? null : text
}

/** Line by line, because each line with an escape has its backslashes doubled. */
const toVisibleText = (text: string) => text.replace(/[^\t\n]+/g, (line) => toVisible(line).text)

/** The same for each of its values. */
function toVisibleMessage({ code, values = {} }: Message): Message {
  const visible = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'number') return [name, value]
    return [name, typeof value === 'string' ? toVisibleText(value) : toVisibleMessage(value)]
  })
  return { code, values: Object.fromEntries(visible) }
}

function listHosts(files: ReadonlyMap<string, FileBytes>): string[] {
  const hosts = new Set<string>()
  for (const { bytes } of files.values()) {
    for (const [, host] of (readText(bytes) ?? '').matchAll(ADDRESS)) if (host) hosts.add(host.toLowerCase())
  }
  return [...hosts].sort().slice(0, MOST_HOSTS)
}

/** In every text of the folder, even in files that no reader uses. */
function findHidden(files: ReadonlyMap<string, FileBytes>): { file: string; message: Message }[] {
  const diagnostics: Diagnostic[] = []
  const found: { file: string; message: Message }[] = []
  for (const [file, { bytes }] of files) {
    const text = readText(bytes)
    if (text === null) continue
    reportHiddenText(placeIn(file, diagnostics), text, true)
    for (const { index } of text.matchAll(DECODED_AND_RUN)) {
      const line = text.slice(0, index).split('\n').length
      found.push({ file, message: message('decoded-and-run', { line }) })
    }
  }
  return [...diagnostics.map(({ file, message }) => ({ file, message })), ...found]
}
