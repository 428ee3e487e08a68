import { BINARY_NAME } from '#main/formats/names'
import { inside, type Place } from '#main/formats/place'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { reportFrontmatter } from './frontmatter.ts'

/** `metadata.requires.bins`: a list of names that are all needed, or a list of such lists of which one is enough. */
export function readRequiredBins(place: Place, frontmatter: JsonObject): string[][] {
  const metadata = openObject(place, frontmatter, 'metadata')
  const requires = metadata && openObject(metadata.place, metadata.value, 'requires')
  if (!requires || !Object.hasOwn(requires.value, 'bins')) return []
  const bins = requires.value.bins
  const at = inside(requires.place, 'bins')
  if (bins === null || bins === undefined) return []
  if (!Array.isArray(bins)) {
    reportBins(at, message('required-programs-not-list'))
    return []
  }
  const hasGroups = bins.some((each) => Array.isArray(each))
  const groups = hasGroups ? readGroups(at, bins) : [readGroup(at, bins)]
  return groups.filter((group) => group.length > 0)
}

function readGroups(place: Place, bins: Json[]): string[][] {
  return bins.map((group, index) => {
    if (Array.isArray(group)) return readGroup(inside(place, index), group)
    reportBins(inside(place, index), message('all-elements-lists'))
    return []
  })
}

function readGroup(place: Place, bins: Json[]): string[] {
  const names: string[] = []
  for (const [index, name] of bins.entries()) {
    if (typeof name === 'string' && BINARY_NAME.test(name)) names.push(name)
    else reportBins(inside(place, index), message('not-a-program-name'))
  }
  return names
}

function openObject(place: Place, parent: JsonObject, name: string): { place: Place; value: JsonObject } | null {
  const value = Object.hasOwn(parent, name) ? parent[name] : undefined
  if (value === undefined || value === null) return null
  const at = inside(place, name)
  if (isObject(value)) return { place: at, value }
  reportFrontmatter(at, message('fields-expected'), message('write-fields-indented'))
  return null
}

function reportBins(place: Place, problem: Message): void {
  reportFrontmatter(place, problem, message('write-program-list'))
}
