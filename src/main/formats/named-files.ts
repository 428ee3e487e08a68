import { SKILL_MD } from './names.ts'

const WORD = /[\w.@%+~-]+(?:\/[\w.@%+~-]+)*/g
// What follows the start of a word only, so that each is looked at once.
const FOLDER = /(?<![\w.@-])[\w.@-]+(?=\/(?![\w.]))/g
const FINAL_DOTS = /(?<!\.)\.+$/
const EXTENSION = /\.\w+$/
const MOST_PAGES = 50
/** No larger page can be read by a model. */
const LONGEST_PAGE = 256 * 1024
/** No path of a skill has more parts. */
const MOST_PARTS = 9

/** What a text in lower case names: paths with all that they end in, so that `$DIR/scripts/x.py` names `scripts/x.py`. */
function listNames(text: string): Set<string> {
  const names = new Set<string>()
  for (const [word] of text.matchAll(WORD)) {
    const parts = word.replace(FINAL_DOTS, '').split('/').slice(-MOST_PARTS)
    for (const from of parts.keys()) names.add(parts.slice(from).join('/'))
  }
  return names
}

/** Whether the text may name it at all; most pages name none of the files, and this is far cheaper than listing names. */
function isMentioned(path: string, text: string): boolean {
  const [name = '', parent] = path.split('/').toReversed()
  return text.includes(name.replace(EXTENSION, '')) || (parent !== undefined && text.includes(`${parent}/`))
}

export interface Named {
  /** By its own path, with or without its extension, from the page that names it or from the skill's folder. */
  files: Set<string>
  /** In a folder that is named, such as `assets/`. */
  around: Set<string>
}

/** What the page of a skill names, and what the pages that it names do. */
export function findNamed(paths: readonly string[], readText: (path: string) => string | null): Named {
  const [files, around, read] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const waiting = [SKILL_MD]
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (read.has(page) || read.size >= MOST_PAGES) continue
    read.add(page)
    const text = readText(page)
    if (text === null || text.length > LONGEST_PAGE) continue
    const said = text.toLowerCase()
    const mentioned = paths.filter((path) => path !== SKILL_MD && isMentioned(path.toLowerCase(), said))
    if (mentioned.length === 0) continue
    const folder = page.slice(0, page.lastIndexOf('/') + 1).toLowerCase()
    const names = listNames(said)
    const folders = new Set(said.match(FOLDER))
    for (const path of mentioned) {
      const lower = path.toLowerCase()
      const beside = lower.startsWith(folder) ? lower.slice(folder.length) : lower
      if ([lower, beside].some((way) => names.has(way) || names.has(way.replace(EXTENSION, '')))) {
        files.add(path)
        if (path.endsWith('.md')) waiting.push(path)
      } else if (folders.has(lower.split('/').at(-2) ?? '')) around.add(path)
    }
  }
  return { files, around }
}
