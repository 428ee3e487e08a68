import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { isObject, type Json } from '#shared/json'
import { loadSkills } from '#test/helpers/load-skills'
import { root } from '#test/helpers/root'

/** Nobody can make a text of it with `String`. */
const ODD = { toString: 1 }

function* placesIn(value: Json, path: string[] = []): Generator<string[]> {
  yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) yield* placesIn(each as Json, [...path, key])
}

function putOdd(value: Json, [key, ...rest]: readonly string[]): Json {
  if (key === undefined) return ODD
  if (Array.isArray(value)) return value.with(Number(key), putOdd(value[Number(key)] ?? null, rest))
  return isObject(value) ? { ...value, [key]: putOdd(value[key] ?? null, rest) } : value
}

function replaceEach(text: string, pattern: RegExp, odd: string): string[] {
  return Array.from(text.matchAll(pattern), (found) => {
    const [whole, before = ''] = found
    return text.slice(0, found.index) + before + odd + text.slice(found.index + whole.length)
  })
}

/** The file with each of its values in turn replaced. */
function withOdd(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.json')) {
    const whole = JSON.parse(text) as Json
    return Array.from(placesIn(whole), (path) => JSON.stringify(putOdd(whole, path)))
  }
  if (file.endsWith('.py')) return replaceEach(text, /()(?:"[^"\\\n]*"|'[^'\\\n]*')(?! *:)/g, '{"toString": 1}')
  return replaceEach(text, /^( *[\w-]+: ).+$/gm, '{toString: 1}')
}

const SKILLS = ['everyday', 'toolbox', 'tidy-up', 'dates']
const SERVER = {
  command: 'npx',
  args: ['-y', '@example/server'],
  env: { MODE: 'read' },
  folders: ['/srv'],
  network: true,
}
const FAR = { type: 'http', url: 'https://mcp.example.org/mcp', headers: { 'X-Key': 'a' } }
const inputSchema = {
  type: 'object',
  properties: { city: { type: 'string', description: 'A city.' } },
  required: ['city'],
}
const tools = [{ name: 'look', title: 'Look', description: 'Looks.', inputSchema, annotations: { readOnlyHint: true } }]
const prompts = [{ name: 'ask', description: 'Asks.', arguments: [{ name: 'x', description: 'y', required: true }] }]
const resources = [{ uri: 'file:///a', name: 'a', description: 'b', mimeType: 'text/plain' }]
const LISTED = { server: 'x', version: '1', instructions: 'Be quick.', tools, prompts, resources }
const SERVERS = {
  'SKILL.md': '---\nname: servers\ndescription: Servers of the tests.\n---\nUse them.\n',
  'mcp.json': JSON.stringify({ mcpServers: { near: SERVER, far: FAR } }),
  'mcp-tools.json': JSON.stringify({ near: LISTED, far: LISTED }),
}

let folder = ''
const originals = () => join(folder, 'originals')
const read = () => join(folder, 'read')
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillet-odd-'))
  for (const skill of SKILLS) cpSync(join(root, 'skills', skill), join(originals(), skill), { recursive: true })
  mkdirSync(join(originals(), 'servers'))
  for (const [name, text] of Object.entries(SERVERS)) writeFileSync(join(originals(), 'servers', name), text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a value that cannot be written as a text', () => {
  it.each([
    ...SKILLS.flatMap((skill) => globSync(`${skill}/**/{*.md,*.json,.ai/**/*.py}`, { cwd: join(root, 'skills') })),
    ...['servers/mcp.json', 'servers/mcp-tools.json'],
  ])('is understood as such anywhere in %s', async (file) => {
    const [skill = ''] = file.split('/')
    cpSync(join(originals(), skill), join(read(), skill), { recursive: true })
    for (const text of withOdd(join(originals(), file))) {
      writeFileSync(join(read(), file), text)
      const { skills } = await loadSkills([{ path: read(), origin: 'named' }], {
        schema: checkSchema,
        pattern: checkPattern,
      })
      expect(skills).toHaveLength(1)
      expect(skills[0]?.diagnostics.filter(({ code }) => code === 'READER_FAILED')).toEqual([])
    }
    rmSync(read(), { recursive: true })
  })
})
