import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { hostile, openServerShop } from '#test/helpers/mcp-skill'

const SKILL = 'skill://notes/SKILL.md'

const offering = async (fault = '') => {
  const shop = await openServerShop({ bad: hostile('offers', fault) })
  await shop.accept()
  return shop
}

describe('what a server offers besides its tools', () => {
  it('is listed with its skill after the review', async () => {
    const shop = await offering()
    expect(shop.skill()?.offers).toEqual([
      {
        server: 'bad',
        prompts: [
          {
            name: 'ask about',
            description: 'Asks about a topic.',
            args: [{ name: 'topic', description: 'What about', isRequired: true }],
          },
          { name: 'plain', description: '', args: [] },
        ],
        resources: ['notes.txt', 'huge.txt', 'pixel.png', 'odd.bin'].map((name) => {
          return { uri: `file:///${name}`, name, description: '', type: '' }
        }),
        skills: [{ uri: 'skill://notes/SKILL.md', name: 'notes', description: 'Keeps notes.', files: 2, bytes: 72 }],
      },
    ])
  })

  it('includes the text of a prompt, but only of a reviewed one', async () => {
    const shop = await offering()
    const prompt = shop.handlers['server.prompt']
    const about = { skill: 'sample', server: 'bad', args: '{"topic":"pans"}' }
    expect(await prompt({ ...about, name: 'ask about' })).toEqual({ ok: true, value: { text: 'Tell me about pans.' } })
    expect(shop.facts.at(-1)).toMatchObject({ type: 'server.started' })
    expect(shop.facts).toContainEqual(
      expect.objectContaining({ type: 'server.read', kind: 'prompts', name: 'ask about' }),
    )
    expect(await prompt({ ...about, name: 'another' })).toMatchObject({ error: { code: 'SERVER_FAILED' } })
    expect(await prompt({ ...about, name: 'ask about', args: '[]' })).toMatchObject({ error: { code: 'ARGS_INVALID' } })
    await shop.handlers['skill.switch']({ skill: 'sample', enabled: false })
    expect(await prompt({ ...about, name: 'ask about' })).toMatchObject({ error: { code: 'SERVER_FAILED' } })
  })

  it('includes a resource to attach: a text, or a picture that is safe to draw', async () => {
    const shop = await offering()
    const read = (name: string) =>
      shop.handlers['server.resource']({ skill: 'sample', server: 'bad', uri: `file:///${name}` })
    const file = { name: 'bad: file:///notes.txt', text: 'Buy milk.' }
    expect(await read('notes.txt')).toEqual({ ok: true, value: { files: [file], pictures: [], refused: [] } })
    expect(await read('pixel.png')).toMatchObject({ value: { files: [], pictures: [{ width: 1 }], refused: [] } })
    expect(await read('huge.txt')).toMatchObject({ value: { files: [], refused: [{ code: 'server-text-long' }] } })
    expect(await read('odd.bin')).toMatchObject({ value: { pictures: [], refused: [{ code: 'file-not-attached' }] } })
    expect(await read('unlisted.txt')).toMatchObject({ error: { code: 'SERVER_FAILED' } })
  })
})

describe('a skill that a server offers', () => {
  it('is installed with exactly the files of the reviewed list, and waits for its own review', async () => {
    const shop = await offering()
    const staging = await shop.handlers['skill.stageServed']({ skill: 'sample', server: 'bad', uri: SKILL })
    const staged = staging.ok && staging.value.ok ? staging.value : null
    expect(staged).toMatchObject({ source: { kind: 'server' }, candidates: [{ name: 'notes', blocker: null }] })
    await shop.handlers['skill.install']({ token: staged?.token ?? '', names: ['notes'] })
    expect(shop.skill('notes')).toMatchObject({ state: 'quarantined' })
    expect(readFileSync(join(shop.home, 'skills', 'notes', 'references', 'FORMS.md'), 'utf8')).toBe('# Forms\n')
    expect(shop.facts).toContainEqual(
      expect.objectContaining({
        type: 'skill.installed',
        source: { kind: 'server', from: 'sample/bad skill://notes/SKILL.md' },
      }),
    )
  })

  it('is refused whole if any part differs from its reviewed list', async () => {
    const faults: Record<string, RegExp> = {
      digest: /digest/,
      size: /size|bytes/,
      frontmatter: /frontmatter|description/,
      changes: /digest|size|bytes/,
      dynamic: /not listed/,
      many: /602 files/,
      large: /bytes/,
      outside: /lies outside/,
      pageless: /page/,
    }
    const named = Object.keys(faults).map((fault) => [fault, hostile('offers', fault)])
    const shop = await openServerShop(Object.fromEntries(named))
    await shop.accept()
    const found: [string, string][] = []
    for (const [server, why] of Object.entries(faults)) {
      const staging = await shop.handlers['skill.stageServed']({ skill: 'sample', server, uri: SKILL })
      const told = staging.ok ? 'accepted' : textOf(staging.error.message)
      if (!why.test(told)) found.push([server, told])
    }
    expect(found).toEqual([])
    expect(existsSync(join(shop.home, 'skills', 'notes'))).toBe(false)
  })
})
