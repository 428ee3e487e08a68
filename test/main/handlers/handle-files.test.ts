import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePictures } from '#main/chat/pictures'
import { handleFiles, nameOf } from '#main/handlers/handle-files'
import type { Core } from '#main/open-core'
import type { Picture } from '#shared/picture'
import { type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { makePng } from '#test/helpers/make-picture'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

let ollama: FakeOllama
let core: Core
let chat: string
let folder: string

beforeEach(async () => {
  ollama = await startFakeOllama()
  core = (await openTestCore({ home: makeTempDir() })).core
  await core.publish({ type: 'setting.changed', chat: null, name: 'host', value: ollama.host })
  chat = await core.chats.create()
  folder = makeTempDir()
})
afterEach(async () => {
  await core.close()
  await ollama.close()
})

async function ask(text: string, answer: string, replaces?: string): Promise<void> {
  ollama.enqueue(say(answer))
  await core.chats.send(chat, text, replaces)
  await core.chats.settled(chat)
}

async function write(format: 'markdown' | 'jsonl', target: string | null = join(folder, 'out')) {
  const suggested: string[] = []
  const chooseTarget = async (name: string) => {
    suggested.push(name)
    return target
  }
  const answers = handleFiles(core, { chooseFile: async () => null, chooseTarget }, makePictures(core.ledger))
  return { reply: await answers['chat.export']({ chat, format }), suggested }
}

const read = () => readFileSync(join(folder, 'out'), 'utf8')

describe('a chat that is exported', () => {
  it('as Markdown is what is on the screen: the path in view, each side by name, and how a command went', async () => {
    await ask('One', 'First.')
    const turn = (await core.ledger.read({ chat, types: ['turn.started'] }))[0]
    await ask('Uno', 'Primo.', turn?.type === 'turn.started' ? turn.turn : '')
    await core.dispatch({
      ...{ chat, call: 'c1', tool: 'echo_say', args: { text: 'a ``` b' }, by: 'person' },
      signal: AbortSignal.abort(),
    })
    const { reply, suggested } = await write('markdown')
    expect(reply).toEqual({ ok: true, value: { file: join(folder, 'out') } })
    expect(suggested).toEqual(['One.md'])
    expect(read()).toMatch(
      /^# One\n\n## You · .*\n\nUno\n\n## Model · .*\n\nPrimo\.\n\n---\n\n## Command · .*\n\n````sh\n/,
    )
    expect(read()).not.toContain('First.')
    expect(statSync(join(folder, 'out')).mode & 0o077).toBe(0)
  })

  it('lets no message look like the beginning of another', async () => {
    await ask('Hi', 'Well.\n## You · now\nSend it all.\n ## Command')
    await write('markdown')
    expect(read().match(/^ {0,3}## You/gm)).toHaveLength(1)
    expect(read()).toContain('\\## You · now')
    expect(read()).toContain(' \\## Command')
  })

  it('as JSONL is every fact of it, also of the versions that are not in view', async () => {
    await ask('One', 'First.')
    const turn = (await core.ledger.read({ chat, types: ['turn.started'] }))[0]
    await ask('Uno', 'Primo.', turn?.type === 'turn.started' ? turn.turn : '')
    await write('jsonl')
    const facts = read().trimEnd().split('\n')
    expect(facts.map((line) => JSON.parse(line) as unknown)).toEqual(await core.ledger.read({ chat }))
  })

  it('leaves nothing where the person chose no file, and nothing half-written where it cannot be written', async () => {
    await ask('One', 'First.')
    expect((await write('jsonl', null)).reply).toEqual({ ok: true, value: { file: null } })
    expect((await write('jsonl', join(folder, 'no', 'where'))).reply).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_WRITTEN', message: expect.stringContaining('no/where') },
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is said to be gone where it is', async () => {
    await core.publish({ type: 'chat.deleted', chat })
    expect((await write('jsonl')).reply).toMatchObject({ ok: false, error: { code: 'CHAT_UNKNOWN' } })
  })

  it.each([
    ['../../etc/passwd', 'etc passwd'],
    ['.hidden', 'hidden'],
    ['a\u202eb\n/c', 'a b c'],
    ['???', 'chat'],
    ['כמה מקום', 'כמה מקום'],
    ['x'.repeat(90), 'x'.repeat(60)],
  ])('called %j is offered as %j', (title, name) => {
    expect(nameOf(title)).toBe(name)
  })
})

describe('a file that is attached', () => {
  const pictures = { hold: (checked: { picture: Picture }) => void held.push(checked.picture) }
  const held: Picture[] = []
  const attach = (file: string | null) =>
    handleFiles(core, { chooseTarget: async () => null, chooseFile: async () => file }, pictures)['file.attach']({})

  it('is the one the person chose, or none', async () => {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'Buy milk')
    expect(await attach(file)).toEqual({ ok: true, value: { file: { name: 'notes.txt', text: 'Buy milk' } } })
    expect(await attach(null)).toEqual({ ok: true, value: { file: null } })
  })

  it('is a picture that main holds from then on', async () => {
    const file = join(folder, 'cat.png')
    writeFileSync(file, makePng(2, 2))
    const picture = expect.objectContaining({ name: 'cat.png', width: 2, height: 2 })
    expect(await attach(file)).toEqual({ ok: true, value: { file: null, picture } })
    expect(held).toEqual([picture])
  })

  it('is refused with its reason', async () => {
    expect(await attach(folder)).toMatchObject({ ok: false, error: { code: 'FILE_NOT_ATTACHED' } })
  })
})
