import { describe, expect, it } from 'vitest'
import { readHttps } from '#renderer/parts/markdown/markdown.tsx'

describe('an address', () => {
  it('becomes a link only with https, and without a name or password', () => {
    expect(readHttps('https://a.example/x')).toEqual({ url: 'https://a.example/x', host: 'a.example' })
    for (const url of ['http://a.example', 'https://u:p@a.example', 'javascript:1', 'https:', '', '/x'])
      expect(readHttps(url)).toBeNull()
  })
})
