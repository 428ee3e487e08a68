import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { DE } from '#shared/messages/de'
import { EN } from '#shared/messages/en'
import { message, textOf } from '#shared/messages/message'
import { root } from '#test/helpers/root'

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

/** Every text in the sources; one with values in it as a pattern. */
function textsIn(file: string): (string | RegExp)[] {
  const found: (string | RegExp)[] = []
  const meet = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text)
    if (ts.isTemplateExpression(node) && /^[a-z-]{3,}$/.test(node.head.text)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
      found.push(new RegExp(`^${parts.join('[a-z-]+')}$`))
    }
    ts.forEachChild(node, meet)
  }
  meet(ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}

describe('a message', () => {
  test('inserts its values unchanged: nothing in one is a placeholder for another', () => {
    const tool = '{programs} $& {tool}'
    expect(textOf(message('tool-needs-programs', { tool, programs: 'git' }))).toBe(
      '{programs} $& {tool} needs git, which is not installed.',
    )
    const hostile = {
      code: 'tool-needs-programs' as const,
      values: JSON.parse('{"__proto__": {"tool": "x"}, "programs": "git"}'),
    }
    expect(textOf(hostile)).toBe('{tool} needs git, which is not installed.')
  })

  test('may have messages as values, in the same language', () => {
    const why = message('cannot-be-read', { problem: message('not-a-folder') })
    expect([textOf(why), textOf(why, DE)]).toEqual([
      'It cannot be read: it is not a folder.',
      'Es ist nicht lesbar: es ist kein Ordner.',
    ])
  })

  test('from an older record is the sentence itself, and one from a newer Skillet its code', () => {
    expect(textOf('It was refused.', DE)).toBe('It was refused.')
    expect(textOf({ code: 'not-made-yet' as never })).toBe('not-made-yet')
    expect(textOf({ code: 'constructor' as never })).toBe('constructor')
  })
})

describe('the catalogues', () => {
  test('have the same placeholders in both languages', () => {
    const wrong = Object.entries(EN).filter(
      ([code, text]) => String(placesIn(text)) !== String(placesIn(DE[code as keyof typeof EN])),
    )
    expect(wrong).toEqual([])
  })

  test('have each code once', async () => {
    const codes: string[] = []
    for (const file of filesIn('src/shared/messages/en')) {
      for (const room of Object.values(await import(join(root, file)))) codes.push(...Object.keys(room as object))
    }
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
    expect(codes.sort()).toEqual(Object.keys(EN).sort())
  })

  test('have no unused code', () => {
    const sources = filesIn('src').filter((file) => !/messages\/(?:en|de|german)\//.test(file))
    const texts = sources.flatMap(textsIn)
    const said = new Set(texts.filter((text) => typeof text === 'string'))
    const patterns = texts.filter((text) => typeof text !== 'string')
    const unused = Object.keys(EN).filter((code) => !said.has(code) && !patterns.some((pattern) => pattern.test(code)))
    expect(unused).toEqual([])
  })
})
