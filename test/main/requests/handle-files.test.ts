import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makePictures } from '#main/chat/pictures'
import type { Core } from '#main/open-core'
import { handleFiles, nameOf } from '#main/requests/handle-files'
import type { Picture } from '#shared/chat/picture'
import { textOf } from '#shared/messages/message'
import { type FakeOllama, say } from '#test/helpers/fake-ollama'
import { makePng } from '#test/helpers/make-picture'
import { openServedCore } from '#test/helpers/open-chat'
import { makeTempDir } from '#test/helpers/temp-dir'

let ollama: FakeOllama
let core: Core
let chat: string
let folder: string

beforeEach(async () => {
  ;({ ollama, core } = await openServedCore())
  chat = await core.chats.create()
  folder = makeTempDir()
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
  const answers = handleFiles(
    core,
    { chooseFiles: async () => [], chooseChat: async () => null, chooseTarget },
    makePictures(core.ledger),
  )
  return { reply: await answers['chat.export']({ chat, format }), suggested }
}

const read = () => readFileSync(join(folder, 'out'), 'utf8')

describe('an exported chat', () => {
  it('in Markdown is what the screen shows: the chosen path, each side by name, and how a command went', async () => {
    await ask('One', 'First.')
    const turn = (await core.ledger.read({ chat, types: ['turn.started'] }))[0]
    await ask('Uno', 'Primo.', turn?.type === 'turn.started' ? turn.turn : '')
    await core.runCall({
      caller: { kind: 'model', from: 'protocol' },
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

  it('lets no message look like the start of another', async () => {
    await ask('Hi', 'Well.\n## You · now\nSend it all.\n ## Command')
    await write('markdown')
    expect(read().match(/^ {0,3}## You/gm)).toHaveLength(1)
    expect(read()).toContain('\\## You · now')
    expect(read()).toContain(' \\## Command')
  })

  it('in JSONL is every fact, even of versions that are not shown', async () => {
    await ask('One', 'First.')
    const turn = (await core.ledger.read({ chat, types: ['turn.started'] }))[0]
    await ask('Uno', 'Primo.', turn?.type === 'turn.started' ? turn.turn : '')
    await write('jsonl')
    const facts = read().trimEnd().split('\n')
    expect(facts.map((line) => JSON.parse(line) as unknown)).toEqual(await core.ledger.read({ chat }))
  })

  it('leaves nothing if the person chose no file, and nothing half-written if it cannot be written', async () => {
    await ask('One', 'First.')
    expect((await write('jsonl', null)).reply).toEqual({ ok: true, value: { file: null } })
    expect((await write('jsonl', join(folder, 'no', 'where'))).reply).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_WRITTEN', message: expect.stringContaining('no/where') },
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('says that it is gone if it is', async () => {
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

describe('attached files', () => {
  let held: Picture[] = []
  const pictures = { hold: (checked: { picture: Picture }) => void held.push(checked.picture) }
  const nowhere = async () => null
  const attach = async (...files: string[]) => {
    held = []
    const answers = handleFiles(
      core,
      { chooseTarget: nowhere, chooseChat: nowhere, chooseFiles: async () => files },
      pictures,
    )
    const answer = await answers['file.attach']({})
    if (!answer.ok) throw new Error(textOf(answer.error.message))
    return answer.value
  }
  const put = (name: string, content: string | Buffer) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }
  const nothing = { files: [], pictures: [], refused: [] }

  it('are those the person chose, in order, or none', async () => {
    const [notes, list] = [put('notes.txt', 'Buy milk'), put('list.md', '- bread')]
    expect(await attach(list, notes)).toEqual({
      ...nothing,
      files: [
        { name: 'list.md', text: '- bread' },
        { name: 'notes.txt', text: 'Buy milk' },
      ],
    })
    expect(await attach()).toEqual(nothing)
  })

  it('are left out with name and reason, and the others are added', async () => {
    const bad = put('song.mp3', Buffer.from([0xff, 0xfb, 0x90, 0]))
    const gone = join(folder, 'gone.txt')
    const picture = expect.objectContaining({ name: 'cat.png', width: 2, height: 2 })
    expect(
      await attach(put('a.txt', 'A'), bad, put('cat.png', makePng(2, 2)), gone, folder, put('b.txt', 'B')),
    ).toEqual({
      files: [
        { name: 'a.txt', text: 'A' },
        { name: 'b.txt', text: 'B' },
      ],
      pictures: [picture],
      refused: [
        expect.stringMatching(/^song\.mp3 was not attached: it is neither UTF-8 text/),
        expect.stringMatching(/^gone\.txt was not attached: it cannot be read/),
        expect.stringMatching(/was not attached: it is not a file/),
      ],
    })
    expect(held).toEqual([picture])
  })

  it('include no more pictures than a message takes, and main keeps none of the others', async () => {
    const nine = Array.from({ length: 9 }, (_, at) => put(`${at}.png`, makePng(2, at + 1)))
    const attached = await attach(...nine, put('notes.txt', 'after them'))
    expect(attached.pictures.map(({ name }) => name)).toEqual(nine.slice(0, 8).map((file) => basename(file)))
    expect(attached.refused).toEqual([
      '8.png was not attached: a message can have 8 pictures. Send it with the next one.',
    ])
    expect(attached.files).toHaveLength(1)
    expect(held).toHaveLength(8)
  })

  it('are together no longer than a message may be', async () => {
    const large = Array.from({ length: 4 }, (_, at) => put(`${at}.txt`, 'x'.repeat(256 * 1024)))
    const { files, refused } = await attach(...large, put('small.txt', 'and this'))
    expect(files.map(({ name }) => name)).toEqual(['0.txt', '1.txt', '2.txt', 'small.txt'])
    expect(refused).toEqual([
      expect.stringMatching(/^3\.txt was not attached: together with the others it has more than 1000000/),
    ])
  })

  it('are fifty at most, and the number left out is shown', async () => {
    const file = put('a.txt', 'A')
    const { files, refused } = await attach(...Array.from({ length: 1000 }, () => file))
    expect(files).toHaveLength(50)
    expect(refused).toEqual(['950 more were not attached: the limit is 50 files at once.'])
  })
})
