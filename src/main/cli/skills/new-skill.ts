import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import type { Options } from '#main/cli/options'
import { ROOT } from '#main/data-folder/home'
import { BINARY_NAME, isNameWindowsBends, SKILL_NAME, toDashes } from '#main/formats/names'
import { sanitizePath } from '#main/runners/process/search-path'
import { hasCode } from '#main/skills/read-file'
import { loadRegistry } from '#main/trust/skill-registry'
import { message } from '#shared/messages/message'
import { listDiagnostics } from './describe-skill.ts'

/** The folders of `templates`. */
const FORMATS = ['tools-json', 'rye', 'tool-code', 'function', 'prompt'] as const

type Format = (typeof FORMATS)[number]

export async function newSkill({ words, options, here, env, printer }: Invocation): Promise<Output> {
  const [name = ''] = words
  const { binary = 'echo' } = options
  checkNames(name, binary)
  const format = readFormat(options)
  const dir = join(here, name)
  const files = await makeFiles(format, name, binary, dir)
  try {
    await mkdir(dir)
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, file)), { recursive: true })
      await writeFile(join(dir, file), text, { flag: 'wx' })
    }
  } catch (error) {
    if (hasCode(error, 'EEXIST')) fail('USAGE', `${dir} is there already, and was left as it is. Take another name.`)
    throw error
  }
  const searchPath = await sanitizePath(env.PATH ?? '', [dir])
  const { skills } = await loadRegistry([{ path: dir, origin: 'named' }], searchPath)
  const diagnostics = skills.flatMap((skill) => skill.diagnostics)
  const tools = skills.flatMap((skill) => skill.tools.map((tool) => tool.name))
  const args = `--args '${format === 'rye' ? '{"name": "Ada"}' : '{"text": "hello"}'}'`
  const call = format === 'tools-json' || format === 'prompt' ? args : `${args} --allow-scripts`
  const first = `${tools[0]} --skills ${name} ${call}`
  return {
    json: { ok: true, name, dir, files: Object.keys(files), tools, diagnostics },
    lines: [
      `${printer.paint('bold', name)} is in ${dir}: ${Object.keys(files).join(' and ')}`,
      ...listDiagnostics(diagnostics, printer.paint),
      '',
      'Try it, then change it:',
      `  skillet check ${name}`,
      format === 'tool-code' ? `  skillet check ${name} --examples` : `  skillet plan ${first}`,
      `  skillet run ${first}`,
    ],
  }
}

function checkNames(name: string, binary: string): void {
  if (!SKILL_NAME.test(name)) {
    fail(
      'USAGE',
      `"${name}" cannot be the name of a skill: begin with a letter or a digit, then use letters, digits, dot, dash and underscore, at most 64.`,
    )
  }
  if (isNameWindowsBends(name)) fail('USAGE', message('skill-name-bad-on-windows', { name: JSON.stringify(name) }))
  if (!BINARY_NAME.test(binary)) {
    fail('USAGE', `"${binary}" cannot be the name of a program: give its bare name, such as git, without a folder.`)
  }
}

function readFormat({ format: wanted = 'tools-json', binary }: Options): Format {
  const format = FORMATS.find((each) => each === wanted)
  if (!format)
    return fail('USAGE', `there is no format "${wanted}"; take tools-json, rye, tool-code, function or prompt.`)
  if (format === 'tools-json' || binary === undefined) return format
  const isFile = format === 'rye' || format === 'tool-code'
  return fail(
    'USAGE',
    `--binary is for tools-json: ${isFile ? `a ${format === 'rye' ? 'Rye tool' : 'tool of tool-code'} is a file of code` : `a ${format} starts no program`}.`,
  )
}

/** The template's files, with `{{NAME}}` replaced in their names and texts. */
async function makeFiles(format: Format, name: string, binary: string, dir: string): Promise<Record<string, string>> {
  const hasDashes = format === 'function' || format === 'prompt'
  const values: Record<string, string> = {
    ...{ name, binary, nameInYaml: quote(name), binaryInYaml: quote(binary), schema: findSchema(dir) },
    tool: hasDashes ? toDashes(name).slice(0, 60) : toolNameOf(name),
  }
  const fill = (text: string, toText = (value: string) => value) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => toText(values[key] ?? ''))
  const folder = join(ROOT, 'templates', format)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const made = files.sort().map(async (file) => {
    const inJson = (value: string) => (file.endsWith('.json') ? JSON.stringify(value).slice(1, -1) : value)
    const path = relative(folder, file).replaceAll(sep, '/')
    return [fill(path), fill(await readFile(file, 'utf8'), inJson)] as const
  })
  return Object.fromEntries(await Promise.all(made))
}

/** Relative to the skill's folder, so that both can be moved together. */
function findSchema(dir: string): string {
  const schema = resolve(ROOT, 'schema', 'tools.schema.json')
  const way = relative(dir, schema)
  // There is no relative path to another drive.
  return way === schema ? pathToFileURL(schema).href : way.replaceAll('\\', '/')
}

const LONGEST_TOOL_NAME = 64

function toolNameOf(skill: string): string {
  const ending = '_print'
  return `${skill.replace(/[^A-Za-z0-9_]/g, '_').slice(0, LONGEST_TOOL_NAME - ending.length)}${ending}`
}

/** YAML would read some names as a number or a boolean. */
function quote(name: string): string {
  return /^[a-z][a-z-]*$/.test(name) && !['true', 'false', 'null'].includes(name) ? name : JSON.stringify(name)
}
