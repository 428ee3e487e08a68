import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', '..', 'src', 'renderer')
const tokens = readFileSync(join(folder, 'styles', 'tokens.css'), 'utf8')
const colours = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
)

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [one, other].map((name) => luminance(colours.get(name)?.[theme] ?? '#000000')) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const TEXT = [
  ...['ink', 'ink-soft', 'ink-faint', 'ember', 'violet', 'good', 'care', 'bad', 'code-word', 'code-text'],
  ...['print-red', 'print-green', 'print-yellow', 'print-magenta', 'print-cyan'],
]
const GROUNDS = ['paper', 'pane', 'lift']
const WASHES: [string, string][] = [
  ['ember', 'ember-wash'],
  ['violet', 'violet-wash'],
  ['care', 'care-wash'],
  ['bad', 'bad-wash'],
  ['ink', 'care-wash'],
  ['ink-soft', 'care-wash'],
  ['ink-soft', 'bad-wash'],
  ['ink', 'hover'],
  ['ink-soft', 'hover'],
  ['ink-faint', 'hover'],
  ['ink', 'found'],
]

describe.each(['light', 'dark'] as const)('the %s colours', (theme) => {
  it('have all the names used here', () => {
    for (const name of [...TEXT, ...GROUNDS, ...WASHES.flat(), 'control', 'focus'])
      expect(colours.has(name), name).toBe(true)
  })

  it('give text a contrast of at least 4.5 to 1 on every background', () => {
    const pairs = [
      ...TEXT.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
      ...WASHES,
      ['paper', 'ink'] as [string, string],
    ]
    const low = pairs
      .filter(([text, ground]) => contrast(text, ground, theme) < 4.5)
      .map((pair) => [...pair, contrast(...pair, theme).toFixed(2)].join(' '))
    expect(low).toEqual([])
  })

  it('give field borders and the focus a contrast of at least 3 to 1', () => {
    for (const edge of ['control', 'focus']) {
      for (const ground of GROUNDS) expect(contrast(edge, ground, theme), `${edge} ${ground}`).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('the style sheets', () => {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

  it('name colours only in the tokens', () => {
    for (const sheet of sheets.filter((file) => !file.endsWith('tokens.css'))) {
      const found = readFileSync(join(folder, sheet), 'utf8').match(/#[\da-f]{3,8}\b|rgba?\(/gi) ?? []
      expect(found, sheet).toEqual([])
    }
  })

  it('use only tokens that exist', () => {
    const known = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
    for (const sheet of sheets) {
      for (const [, name] of readFileSync(join(folder, sheet), 'utf8').matchAll(/var\((--[\w-]+)/g))
        expect(known, sheet).toContain(name)
    }
  })

  it('use only the tokens’ corner radii and three font weights', () => {
    for (const sheet of sheets.filter((file) => !/(?:tokens|fonts)\.css$/.test(file))) {
      const text = readFileSync(join(folder, sheet), 'utf8')
      const corners = [...text.matchAll(/border-radius: ([^;]+);/g)].flatMap(([, value = '']) => value.split(' '))
      for (const corner of corners) expect(corner, sheet).toMatch(/^(?:var\(--round[\w-]*\)|50%|99px|0|[\d.]+em)$/)
      for (const [, weight] of text.matchAll(/font(?:-weight)?: (\d{3})\b/g)) expect(weight, sheet).toMatch(/^[456]00$/)
    }
  })

  it('lay out a shown picture as a picture, not the text of one that was never loaded', () => {
    expect(readFileSync(join(folder, 'parts', 'chat', 'pictures.css'), 'utf8')).not.toMatch(/^\.picture \{/m)
  })

  it('have a rule for each class that is drawn, and no rule for any other', () => {
    const rules = sheets.map((sheet) => readFileSync(join(folder, sheet), 'utf8')).join('')
    const selectors = rules.replace(/\/\*.*?\*\/|@import[^;]*;|\{[^{}]*\}/gs, ' ')
    const ruled = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name))
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').replace(/\$\{[^}]*\}/g, ' '))
      .join('')
    const drawn = [...code.matchAll(/className(?:=|: )("[^"]*"|'[^']*'|\{[^}]*\})/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/["'`]([^"'`]*)["'`]/g)].flatMap(([, names = '']) => names.split(/\s+/).filter(Boolean)),
    )
    expect(drawn.filter((name) => !ruled.has(name))).toEqual([])
    expect([...ruled].filter((name) => !new RegExp(`["'\`\\s]${name}["'\`\\s]`).test(code))).toEqual([])
  })

  it('load only the bundled fonts', () => {
    for (const sheet of sheets) {
      const urls = [...readFileSync(join(folder, sheet), 'utf8').matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url)
      for (const url of urls) expect(url).toMatch(/^@fontsource(?:-variable)?\//)
    }
  })
})
