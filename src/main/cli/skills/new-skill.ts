import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail } from '#main/cli/exits'
import { type Invocation, type Output, ROOT } from '#main/cli/invocation'
import { BINARY_NAME, isNameWindowsBends, SKILL_NAME } from '#main/formats/names'
import { sanitizePath } from '#main/runners/process/search-path'
import { loadRegistry } from '#main/trust/skill-registry'
import { listDiagnostics } from './describe-skill.ts'
import { HELLO, isTemplate, writeInterface } from './interface-templates.ts'

/** Writes a small skill that works at once, as a template. */
export async function newSkill({ words, options, cwd, env, printer }: Invocation): Promise<Output> {
  const [name = ''] = words
  const { binary = 'echo', format = 'tools-json' } = options
  const problem = checkNames(name, binary) ?? checkFormat(format, options.binary)
  if (problem !== null) fail('USAGE', problem)
  const dir = join(cwd, name)
  const files = makeFiles(format, name, binary, dir)
  try {
    await mkdir(dir)
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, file)), { recursive: true })
      await writeFile(join(dir, file), text, { flag: 'wx' })
    }
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    if (code === 'EEXIST') fail('USAGE', `${dir} is there already, and was left as it is. Take another name.`)
    fail('FAILED', `${dir} could not be made: ${message}`)
  }
  const searchPath = await sanitizePath(env.PATH ?? '', [dir])
  const { skills } = await loadRegistry([{ path: dir, origin: 'named' }], searchPath)
  const diagnostics = skills.flatMap((skill) => skill.diagnostics)
  const tools = skills.flatMap((skill) => skill.tools.map((tool) => tool.name))
  const args = `--args '${format === 'rye' ? '{"name": "Ada"}' : '{"text": "hello"}'}'`
  const isFile = format === 'rye' || format === 'tool-code'
  const call = isFile ? `--allow-scripts ${args}` : format === 'function' ? `${args} --allow-scripts` : args
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

function checkNames(name: string, binary: string): string | null {
  if (!SKILL_NAME.test(name) || isNameWindowsBends(name)) {
    return `"${name}" cannot be the name of a skill: begin with a letter or a digit, then use letters, digits, dot, dash and underscore, at most 64.`
  }
  if (BINARY_NAME.test(binary)) return null
  return `"${binary}" cannot be the name of a program: give its bare name, such as git, without a folder.`
}

function checkFormat(format: string, binary: string | undefined): string | null {
  if (!['tools-json', 'rye', 'tool-code'].includes(format) && !isTemplate(format)) {
    return `there is no format "${format}"; take tools-json, rye, tool-code, function or prompt.`
  }
  if (format === 'tools-json' || binary === undefined) return null
  const isFile = format === 'rye' || format === 'tool-code'
  return `--binary is for tools-json: ${isFile ? `a ${format === 'rye' ? 'Rye tool' : 'tool of tool-code'} is a file of code` : `a ${format} starts no program`}.`
}

function makeFiles(format: string, name: string, binary: string, dir: string): Record<string, string> {
  if (isTemplate(format)) return writeInterface(name, format)
  if (format === 'rye') return { '.ai/tools/people/hello.py': HELLO }
  if (format === 'tool-code') return { [`${toolNameOf(name)}.tool.json`]: writeToolCode(name) }
  return { 'SKILL.md': writePage(name, binary), 'tools.json': writeTools(name, binary, findSchema(dir)) }
}

/** Relative to the skill's folder, so that both can be moved together. */
function findSchema(dir: string): string {
  const schema = resolve(ROOT, 'schema', 'tools.schema.json')
  const way = relative(dir, schema)
  // There is no relative path to another drive.
  return way === schema ? pathToFileURL(schema).href : way.replaceAll('\\', '/')
}

const LONGEST_TOOL_NAME = 64

/** The name of the template's only tool. */
function toolNameOf(skill: string): string {
  const ending = '_print'
  return `${skill.replace(/[^A-Za-z0-9_]/g, '_').slice(0, LONGEST_TOOL_NAME - ending.length)}${ending}`
}

/** SKILL.md: a model reads it to decide when to call which tool. */
function writePage(skill: string, binary: string): string {
  const tool = toolNameOf(skill)
  return `---
name: ${quote(skill)}
description: Say here in one sentence what this skill is for. A model decides by it whether to read on.
metadata:
  requires:
    bins: [${quote(binary)}]
---

# ${skill}

Say when these tools help, and when they do not.

## Which tool

| The person wants | Tool |
| --- | --- |
| a text handed to ${binary} | \`${tool}\` |

## Examples

- "Say hello" → \`${tool}\` \`{"text": "hello"}\`

## Mind

- What a model gets wrong most often is worth a line here.
`
}

/** YAML would read some names as a number or a boolean. */
function quote(name: string): string {
  return /^[a-z][a-z-]*$/.test(name) && !['true', 'false', 'null'].includes(name) ? name : JSON.stringify(name)
}

/** tools.json: the parameters, what may run, and how parameters become arguments. */
function writeTools(skill: string, binary: string, schema: string): string {
  const tool = toolNameOf(skill)
  const descriptor = {
    $schema: schema,
    tools: [
      {
        name: tool,
        description: `Run ${binary} with one text. Say here what it does and when to use it.`,
        parameters: {
          type: 'object',
          required: ['text'],
          properties: {
            text: { type: 'string', minLength: 1, description: `What ${binary} is given. Example: hello` },
          },
          additionalProperties: false,
        },
      },
    ],
    allowlist: { [binary]: [''] },
    execution: [{ tool, binary, subcommand: '', args: [{ param: 'text', kind: 'positional' }] }],
  }
  return `${JSON.stringify(descriptor, null, 2)}\n`
}

const SOURCE = `type Input = { text: string }

export async function execute({ text }: Input, context: unknown) {
  return { text, words: text.split(/\\s+/).filter(Boolean).length }
}
`

/** A single file with an example that is also its test. */
function writeToolCode(skill: string): string {
  const name = toolNameOf(skill)
  const text = { type: 'string', minLength: 1, description: 'A text. Example: hello' }
  const document = {
    ...{ schema_name: 'tool.code.v1', title: skill },
    tags: ['tool', `tool:${name}`, 'workspace:tools', 'self-contained'],
    context: {
      ...{
        name,
        description: 'Count the words of a text. Say here what it does and when to use it.',
        version: '0.1.0',
      },
      code: { language: 'typescript', source: SOURCE },
      input_schema: { type: 'object', properties: { text }, required: ['text'], additionalProperties: false },
      output_schema: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'The text.' },
          words: { type: 'integer', description: 'How many words it has.' },
        },
        required: ['text', 'words'],
      },
      required_secrets: [],
      limits: { memory_mb: 128, timeout_ms: 10_000 },
      permissions: { network: false, breadcrumbs: { read: [], write: [] } },
      examples: [
        { description: 'Two words', input: { text: 'hello world' }, output: { text: 'hello world', words: 2 } },
      ],
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
