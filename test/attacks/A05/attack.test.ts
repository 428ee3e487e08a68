import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#test/helpers/root'
import { attackWith, setScene } from '../attack.ts'

describe('A05 text that only looks like an address', () => {
  it('reads no file through the bundled curl', async () => {
    const scene = setScene('A05')
    const skills = [{ path: join(root, 'skills', 'web-fetch'), origin: 'bundled' as const }]
    const urls = [
      ...['file:///etc/passwd', 'FILE:///etc/passwd', '-K/etc/passwd', '@/etc/passwd', 'gopher://127.0.0.1:1/x'],
      ...['http://127.0.0.1/', 'https:///etc/passwd', 'scp://host/x', '//etc/passwd', 'dict://127.0.0.1:1/'],
    ]
    const { results, started } = await attackWith(
      scene,
      urls.map((url) => ({ tool: 'web_fetch_page', args: { url } })),
      { skills },
    )
    for (const [index, { error }] of results.entries()) expect(error, urls[index]).toBeDefined()
    expect(started).toEqual([])
  })
})
