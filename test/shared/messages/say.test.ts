import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ts from 'typescript'
import { afterEach, describe, expect, test } from 'vitest'
import { Said } from '#renderer/parts/ui/said.tsx'
import { GERMAN } from '#shared/messages/german'
import { message } from '#shared/messages/message'
import { languageOf, say, sayMessage, speak } from '#shared/messages/say'
import { root } from '#test/helpers/root'

const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('gallery'))
    .map((name) => join(folder, name))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Attributes that a person reads or hears. */
const READ_ALOUD = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'label',
  'placeholder',
  'title',
  'note',
]
const hasWords = (text: string) => /\p{Letter}{2}/u.test(text)

afterEach(() => speak('en'))

describe('texts', () => {
  test('are shown as they are in English, and from the catalogue in German', async () => {
    expect(say('Send')).toBe('Send')
    await speak('de')
    expect(say('Send')).toBe('Senden')
  })

  test('insert their values, and leave alone what was not given', () => {
    expect(say('{done} of {whole}' as never, { done: 1 })).toBe('1 of {whole}')
  })

  test('insert values unchanged: nothing in one is a placeholder, or a sign of the replacement', () => {
    const values = { tool: '{skill} $& $1 {args}', skill: 'a skill {tool}', args: '$`' }
    expect(say('Always allow {tool}{args}', values)).toBe('Always allow {skill} $& $1 {args}$`')
    const said = renderToStaticMarkup(
      createElement(Said, { text: '{tool} wants to run a command', values: { tool: '{tool} {tool}' } }),
    )
    expect(said).toBe('{tool} {tool} wants to run a command')
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(say(`{${name}}` as never, {})).not.toContain('native')
  })

  test('from main are shown in the chosen language, and sentences of older records stay as they are', async () => {
    const why = message('resolver-must-succeed', { param: 'p', why: message('outcome-timed-out') })
    expect(sayMessage(why)).toBe('parameter p: its resolver must succeed and did not (timed out)')
    await speak('de')
    expect(sayMessage(why)).toBe('Parameter p: sein Resolver muss Erfolg haben und hatte keinen (Zeit abgelaufen)')
    expect(sayMessage('trusted skills run')).toBe('trusted skills run')
  })

  test('follow the system’s language unless the person chose one', () => {
    expect([languageOf('system', 'de-AT'), languageOf('en', 'de'), languageOf('system', 'fr')]).toEqual([
      'de',
      'en',
      'en',
    ])
  })
})

describe('the catalogue', () => {
  test('has the same placeholders in both languages', () => {
    const wrong = Object.entries(GERMAN).filter(([en, de]) => String(placesIn(en)) !== String(placesIn(de)))
    expect(wrong).toEqual([])
  })

  test('has each text once', () => {
    const files = filesIn('src/shared/messages/german')
    const keys = files.flatMap((file) => keysOf(file).map((key) => ({ key, file })))
    const twice = keys.filter(({ key }, at) => keys.findIndex((other) => other.key === key) !== at)
    expect(twice).toEqual([])
  })

  test('has no unused text', () => {
    const said = new Set(['src/renderer', 'src/main', 'src/shared'].flatMap(filesIn).flatMap(stringsOf))
    expect(Object.keys(GERMAN).filter((text) => !said.has(text))).toEqual([])
  })

  test('has every text that the window shows', () => {
    const bare = ['src/renderer/parts', 'src/renderer/views'].flatMap(filesIn).flatMap(bareTexts)
    expect(bare).toEqual([])
  })
})

const parse = (file: string) =>
  ts.createSourceFile(
    file,
    read(file),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  )

function walk(node: ts.Node, meet: (node: ts.Node) => void): void {
  meet(node)
  ts.forEachChild(node, (child) => walk(child, meet))
}

function keysOf(file: string): string[] {
  const keys: string[] = []
  walk(parse(file), (node) => {
    if (ts.isPropertyAssignment(node) && (ts.isStringLiteral(node.name) || ts.isIdentifier(node.name))) {
      keys.push(node.name.text)
    }
  })
  return keys
}

function stringsOf(file: string): string[] {
  if (file.startsWith('src/shared/messages/german')) return []
  const found: string[] = []
  walk(parse(file), (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text)
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) found.push(node.name.text)
  })
  return found
}

/** What stands in the markup without having been said. */
function bareTexts(file: string): string[] {
  const found: string[] = []
  walk(parse(file), (node) => {
    if (ts.isJsxText(node) && hasWords(node.text)) found.push(`${file}: ${node.text.trim()}`)
    if (!ts.isJsxAttribute(node) || !READ_ALOUD.includes(node.name.getText())) return
    const value = node.initializer
    if (value && ts.isStringLiteral(value) && hasWords(value.text)) found.push(`${file}: ${value.text}`)
  })
  return found
}
