import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillet-odd-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a value that cannot be written as a text', () => {
  it.each(SKILLS.flatMap((skill) => globSync(`${skill}/**/{*.md,*.json,.ai/**/*.py}`, { cwd: join(root, 'skills') })))(
    'is told anywhere in %s, and no other skill is lost by it',
    async (file) => {
      const [skill = ''] = file.split('/')
      cpSync(join(root, 'skills', skill), join(folder, skill), { recursive: true })
      cpSync(join(root, 'skills', 'system'), join(folder, 'system'), { recursive: true })
      for (const text of withOdd(join(root, 'skills', file))) {
        writeFileSync(join(folder, file), text)
        const { skills } = await loadSkills([{ path: folder, origin: 'named' }], {
          schema: checkSchema,
          pattern: checkPattern,
        })
        expect(skills.map(({ name }) => name)).toContain('system')
      }
      rmSync(join(folder, skill), { recursive: true })
    },
  )
})
