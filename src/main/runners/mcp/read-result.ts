import { isObject, type Json, type JsonObject } from '#shared/json'
import type { Ended } from '../runner.ts'

type Media = NonNullable<Ended['media']>

/** What the model reads, in which pictures and sounds are only named, and the structured content if there is some. */
export function readResult({ content, structuredContent, isError }: JsonObject) {
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  const texts = blocks.map(describeBlock)
  const hasText = blocks.some(({ type }) => type === 'text')
  if (structuredContent !== undefined && !hasText) texts.unshift(JSON.stringify(structuredContent))
  const result = structuredContent === undefined ? {} : { result: structuredContent }
  return { text: texts.join('\n'), media: blocks.flatMap(findMedia), isError: isError === true, ...result }
}

function findMedia(block: JsonObject): Media {
  if (block.type === 'resource' && isObject(block.resource)) {
    const { blob, mimeType, uri } = block.resource
    const type = String(mimeType).split('/')[0]
    return findMedia({ type: type ?? '', data: blob ?? null, mimeType: uri ?? mimeType ?? '' })
  }
  const { type, data, mimeType } = block
  if ((type !== 'image' && type !== 'audio') || typeof data !== 'string') return []
  return [{ kind: type, name: String(mimeType ?? type), data }]
}

export function describeBlock(block: JsonObject): string {
  const { type, text, data, mimeType, uri, name, resource } = block
  if (type === 'text') return String(text ?? '')
  if (type === 'image' || type === 'audio') return `[${type} ${String(mimeType ?? '')}, ${sizeOf(data)} bytes]`
  if (type === 'resource_link') return `[resource ${String(name ?? '')} ${String(uri ?? '')}]`
  if (type === 'resource' && isObject(resource)) {
    if (typeof resource.text === 'string') return `[resource ${String(resource.uri ?? '')}]\n${resource.text}`
    return `[resource ${String(resource.uri ?? '')} ${String(resource.mimeType ?? '')}, ${sizeOf(resource.blob)} bytes]`
  }
  return `[${String(type)}]`
}

/** Of what base64 holds. */
const sizeOf = (data: Json | undefined) =>
  typeof data === 'string' ? Math.floor((data.replace(/=+$/, '').length * 3) / 4) : 0
