import { isObject, type Json, type JsonObject } from '#shared/json'
import type { ServerOffers } from '#shared/skill/mcp-server'

const MOST = 256
const LONGEST = 1000

/** What a server offers besides tools, from its reviewed list. Entries without a name are skipped. */
export function readOffers(server: string, list: JsonObject): ServerOffers[] {
  const prompts = objectsIn(list.prompts).flatMap((each) => {
    const name = textIn(each, 'name')
    const args = objectsIn(each.arguments).flatMap((arg) => {
      const name = textIn(arg, 'name')
      return name === '' ? [] : [{ name, description: textIn(arg, 'description'), isRequired: arg.required === true }]
    })
    return name === '' ? [] : [{ name, description: textIn(each, 'description'), args }]
  })
  const resources = objectsIn(list.resources).flatMap((each) => {
    const uri = textIn(each, 'uri')
    const name = textIn(each, 'name') || uri
    return uri === '' ? [] : [{ uri, name, description: textIn(each, 'description'), type: textIn(each, 'mimeType') }]
  })
  const skills = objectsIn(list.skills).flatMap(({ uri, frontmatter, resources }) => {
    if (typeof uri !== 'string' || !isObject(frontmatter)) return []
    const files = Array.isArray(resources) ? resources.filter(isObject) : null
    const bytes = files?.reduce((sum, { size }) => sum + Number(size), 0) ?? 0
    const about = { name: textIn(frontmatter, 'name'), description: textIn(frontmatter, 'description') }
    return [{ ...about, uri, bytes, files: files === null ? null : files.length }]
  })
  return prompts.length + resources.length + skills.length > 0 ? [{ server, prompts, resources, skills }] : []
}

const objectsIn = (value: Json | undefined) => (Array.isArray(value) ? value.filter(isObject).slice(0, MOST) : [])

const textIn = (from: JsonObject, key: string) => {
  const value = Object.hasOwn(from, key) ? from[key] : undefined
  return typeof value === 'string' ? value.slice(0, LONGEST) : ''
}
