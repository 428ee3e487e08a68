import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '#test/helpers/root'

const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const sectionOf = (title: string) => page.split(/^## /m).find((section) => section.startsWith(title)) ?? ''

const foldersIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

it('explains at most thirty words', () => {
  const words = [...sectionOf('Glossary').matchAll(/^\| ([A-Z]\w+) \| /gm)].map(([, word]) => word)
  expect(words.length).toBeGreaterThan(20)
  expect(words.length).toBeLessThanOrEqual(30)
  expect(new Set(words).size).toBe(words.length)
})

it('lists every folder of the main process and nothing that is gone, and no file lies outside them but two', () => {
  const listed = [...sectionOf('Where things are').matchAll(/^ {2}([a-z-]+)(\/|\.ts) /gm)]
  const named = listed.map(([, name = '', end]) => (end === '/' ? name : `${name}.ts`)).sort()
  const files = readdirSync(join(root, 'src/main')).filter((name) => name.endsWith('.ts'))
  expect(files.sort()).toEqual(['index.ts', 'open-core.ts'])
  expect(named).toEqual([...foldersIn('src/main'), ...files].sort())
})

it('names only files that exist', () => {
  const bases = ['', 'src', 'src/main', 'src/renderer', 'src/main/calls']
  const gone = [...page.matchAll(/`([\w./{}-]+\/[\w.-]+\.(?:tsx?|css|md))`/g)].flatMap(([, path = '']) =>
    bases.some((base) => existsSync(join(root, base, path))) ? [] : [path],
  )
  expect(gone).toEqual([])
})
