import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makePictures, type Pictures } from '#main/chat/pictures'
import type { Core } from '#main/open-core'
import { handlePictures } from '#main/requests/handle-files'
import type { Picture } from '#shared/chat/picture'
import type { FactOf } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { type FakeOllama, say } from '#test/helpers/fake-ollama'
import { makePng, makePngHeader } from '#test/helpers/make-picture'
import { openServedCore, type ServedCore } from '#test/helpers/open-chat'

let ollama: FakeOllama
let core: Core
let openAgain: ServedCore['openAgain']
let pictures: Pictures
let answers: ReturnType<typeof handlePictures>
let chat: string

beforeEach(async () => {
  const served = await openServedCore()
  ;({ ollama, openAgain } = served)
  use(served.core)
  chat = await core.chats.create()
})

function use(opened: Core): void {
  core = opened
  pictures = makePictures(core.ledger)
  answers = handlePictures(core, pictures)
}

async function stage(name: string, bytes = makePng(2, 2, name.length)): Promise<Picture> {
  const staged = await answers['image.stage']({ name, data: bytes.toString('base64') })
  if (!staged.ok) throw new Error(textOf(staged.error.message))
  return staged.value.picture
}

async function ask(text: string, images: Picture[] = [], replaces?: string) {
  ollama.enqueue(say('I see.'))
  const named = { images: images.map(({ sha256 }) => sha256), ...(replaces !== undefined && { replaces }) }
  const sent = await answers['chat.send']({ chat, text, ...named })
  await core.chats.settled(chat)
  return sent
}

const sees = (...capabilities: string[]) =>
  ollama.answer('/api/show', { status: 200, body: JSON.stringify({ capabilities, details: {}, model_info: {} }) })

const sentMessages = (at = -1) =>
  ((ollama.requests.at(at)?.messages ?? []) as { role: string; content: string; images?: string[] }[]).filter(
    ({ role }) => role !== 'system',
  )
const base64 = (name: string) => makePng(2, 2, name.length).toString('base64')
const said = async () =>
  (await core.ledger.read({ chat, types: ['message.added'] })).filter(
    (fact): fact is FactOf<'message.added'> => fact.type === 'message.added' && fact.role === 'user',
  )
const turnAt = async (at: number) => {
  const fact = (await core.ledger.read({ chat, types: ['turn.started'] })).at(at)
  return fact?.type === 'turn.started' ? fact.turn : ''
}

describe('a message with pictures', () => {
  it('goes to the model with their bytes, and into the record with their description', async () => {
    const [cat, dog] = [await stage('cat.png'), await stage('a dog.png')]
    expect(await ask('What is this?', [cat, dog])).toEqual({ ok: true, value: { accepted: true } })
    expect(sentMessages()).toEqual([
      { role: 'user', content: 'What is this?', images: [base64('cat.png'), base64('a dog.png')] },
    ])
    expect(await said()).toMatchObject([{ content: 'What is this?', images: [cat, dog] }])
    expect(await core.ledger.readText(cat.sha256)).toBe(base64('cat.png'))
    expect(await core.ledger.verify()).toMatchObject({ ok: true })
  })

  it('stays with the chat: the next request repeats them in place, even after a restart', async () => {
    const cat = await stage('cat.png')
    await ask('What is this?', [cat])
    await core.close()
    use((await openAgain()).core)
    await ask('Is it asleep?')
    expect(sentMessages()).toEqual([
      { role: 'user', content: 'What is this?', images: [base64('cat.png')] },
      { role: 'assistant', content: 'I see.' },
      { role: 'user', content: 'Is it asleep?' },
    ])
    expect(await answers['image.read']({ image: cat.sha256 })).toEqual({
      ok: true,
      value: { type: 'image/png', data: base64('cat.png') },
    })
  })

  it('needs no words, and is then named after the first of them', async () => {
    await ask('', [await stage('cat.png')])
    expect(sentMessages()).toEqual([{ role: 'user', content: '', images: [base64('cat.png')] }])
    expect(core.index.list()).toMatchObject([{ title: 'cat.png' }])
    expect(await answers['chat.send']({ chat, text: '' })).toMatchObject({ error: { code: 'MESSAGE_EMPTY' } })
  })

  it('counts towards the context', async () => {
    await ask('Look', [await stage('cat.png')])
    const [fitted] = await core.ledger.read({ chat, types: ['context.fitted'] })
    expect(fitted).toMatchObject({ bySource: { history: expect.toSatisfy((tokens: number) => tokens > 1000) } })
  })

  it('made from a picture that main does not have is refused, and nothing of it is sent', async () => {
    const cat = await stage('cat.png')
    const other = { ...cat, sha256: 'f'.repeat(64) }
    expect(await ask('Look', [cat, other])).toMatchObject({ ok: false, error: { code: 'PICTURE_UNKNOWN' } })
    expect(await said()).toEqual([])
    expect(pictures.staged(cat.sha256)).toEqual(cat)
    expect(await ask('Look', [cat])).toMatchObject({ ok: true })
    expect(pictures.staged(cat.sha256)).toBe(undefined)
  })
})

describe('pictures', () => {
  it('stay with a queued message', async () => {
    const hold = Promise.withResolvers<void>()
    const first = say('First.')
    ollama.enqueue('lines' in first ? { ...first, until: hold.promise } : first, say('Second.'))
    await answers['chat.send']({ chat, text: 'One' })
    const cat = await stage('cat.png')
    await answers['chat.send']({ chat, text: 'Two', images: [cat.sha256] })
    expect(core.index.queued(chat)).toMatchObject([{ text: 'Two', images: [cat] }])
    hold.resolve()
    await core.chats.settled(chat)
    expect(sentMessages().at(-1)).toEqual({ role: 'user', content: 'Two', images: [base64('cat.png')] })
  })

  it('stay with a message that is answered again', async () => {
    await ask('What is this?', [await stage('cat.png')])
    ollama.enqueue(say('A lion.'))
    await core.chats.regenerate(chat, await turnAt(0))
    await core.chats.settled(chat)
    expect(sentMessages()).toEqual([{ role: 'user', content: 'What is this?', images: [base64('cat.png')] }])
    expect((await said()).map(({ images }) => images?.length)).toEqual([1, 1])
  })

  it('of an edited message may stay, go, or be joined by others; those of other messages may not', async () => {
    const [cat, dog] = [await stage('cat.png'), await stage('a dog.png')]
    await ask('What is this?', [cat])
    await ask('And this?', [dog])
    const bird = await stage('the bird.png')
    expect(await ask('What is that?', [dog, bird], await turnAt(0))).toMatchObject({ ok: false })
    expect(await ask('What is that?', [cat, bird], await turnAt(0))).toMatchObject({ ok: true })
    expect(sentMessages()).toEqual([
      { role: 'user', content: 'What is that?', images: [base64('cat.png'), base64('the bird.png')] },
    ])
    expect(await ask('Never mind', [], await turnAt(-1))).toMatchObject({ ok: true })
    expect(sentMessages()).toEqual([{ role: 'user', content: 'Never mind' }])
  })

  it('that the record has lost are mentioned in words', async () => {
    await ask('What is this?', [await stage('cat.png')])
    const [fact] = await said()
    const images = [{ ...fact?.images?.[0], sha256: '0'.repeat(64), name: 'gone.png' }] as Picture[]
    await core.publish({ type: 'message.added', chat, role: 'user', content: 'Look', images })
    await ask('Well?')
    expect(sentMessages().at(-2)?.content).toBe('Look\n[a picture, gone.png, which is not on record any more]')
  })

  it('are only pictures: no other text of the record is served as one', async () => {
    await core.ledger.append([], ['a long output'])
    const { createHash } = await import('node:crypto')
    const image = createHash('sha256').update('a long output').digest('hex')
    expect(await core.ledger.readText(image)).toBe('a long output')
    expect(await answers['image.read']({ image })).toMatchObject({ ok: false, error: { code: 'PICTURE_UNKNOWN' } })
    const data = Buffer.from('<svg onload="alert(1)"/>').toString('base64')
    expect(await answers['image.stage']({ name: 'x.png', data })).toMatchObject({ error: { code: 'PICTURE_REFUSED' } })
    const bomb = makePngHeader(65_000, 65_000).toString('base64')
    expect(await answers['image.stage']({ name: 'b.png', data: bomb })).toMatchObject({
      error: { message: expect.stringMatching(/b\.png .*65000 × 65000/) },
    })
  })

  it('attached to two messages are kept until both are done', async () => {
    const cat = await stage('cat.png')
    await stage('cat.png')
    await answers['image.unstage']({ image: cat.sha256 })
    expect(await ask('Look', [cat])).toMatchObject({ ok: true })
    expect(await answers['image.unstage']({ image: cat.sha256 })).toEqual({ ok: true, value: { dropped: false } })
  })
})

describe('a picture of an edited message', () => {
  it('stays attached to another message that is not sent yet', async () => {
    const cat = await stage('cat.png')
    await ask('What is this?', [cat])
    await stage('cat.png')
    expect(await ask('What is that?', [cat], await turnAt(0))).toMatchObject({ ok: true })
    expect(await ask('And here?', [cat])).toMatchObject({ ok: true })
  })
})

describe('a model that cannot see', () => {
  it('gets no picture: the message is refused with a sentence, or sent without it', async () => {
    sees('completion', 'tools')
    const cat = await stage('cat.png')
    expect(await ask('Look', [cat])).toMatchObject({
      ok: false,
      error: { code: 'MODEL_CANNOT_SEE', message: expect.stringMatching(/^tiny:1b cannot see pictures.*Models/) },
    })
    expect(await said()).toEqual([])
    expect(pictures.staged(cat.sha256)).toEqual(cat)
    expect(await core.ledger.readText(cat.sha256)).toBe(null)
    expect(await ask('Look')).toMatchObject({ ok: true })
  })

  it('is refused an edit without delaying the message sent meanwhile', async () => {
    const cat = await stage('cat.png')
    await ask('Hello')
    sees('completion')
    ollama.enqueue(say('Two it is.'))
    const turn = await turnAt(0)
    const { hasTurn } = core.index
    vi.spyOn(core.index, 'hasTurn').mockImplementation(async (...asked) => {
      await vi.waitUntil(() => core.index.queued(chat).length > 0)
      return hasTurn(...asked)
    })
    const [anew, second] = await Promise.all([
      core.chats.send(chat, 'What is this?', turn, { images: [cat] }),
      core.chats.send(chat, 'Two'),
    ])
    expect(anew).toMatchObject({ ok: false, error: { code: 'MODEL_CANNOT_SEE' } })
    expect(second).toMatchObject({ ok: true })
    await expect.poll(said).toMatchObject([{ content: 'Hello' }, { content: 'Two' }])
    await core.chats.settled(chat)
  })

  it('reads that earlier messages had pictures', async () => {
    sees('completion', 'tools', 'vision')
    await ask('What is this?', [await stage('cat.png')])
    await core.close()
    sees('completion', 'tools')
    use((await openAgain()).core)
    await ask('And what is that?')
    expect(sentMessages()[0]).toEqual({
      role: 'user',
      content: 'What is this?\n[a picture, cat.png, which you cannot see]',
    })
  })

  it('ends the turn of a queued message if it was chosen meanwhile', async () => {
    sees('completion', 'tools', 'vision')
    const hold = Promise.withResolvers<void>()
    const first = say('First.')
    ollama.enqueue('lines' in first ? { ...first, until: hold.promise } : first)
    await answers['chat.send']({ chat, text: 'One' })
    await answers['chat.send']({ chat, text: 'Two', images: [(await stage('cat.png')).sha256] })
    ollama.setModels('blind:1b')
    await core.publish({ type: 'setting.changed', chat: null, name: 'model', value: 'blind:1b' })
    sees('completion', 'tools')
    hold.resolve()
    await core.chats.settled(chat)
    const ends = await core.ledger.read({ chat, types: ['turn.finished'] })
    expect(ends.at(-1)).toMatchObject({ reason: 'error', error: { code: 'MODEL_CANNOT_SEE' } })
    expect(ollama.requests).toHaveLength(1)
  })

  it('and knows no tools reads only words, while one that sees also gets the picture', async () => {
    sees('completion', 'vision')
    ollama.enqueue(say('answer'), say('answer'))
    await ask('What is this?', [await stage('cat.png')])
    expect(sentMessages().at(-1)).toMatchObject({ role: 'user', images: [base64('cat.png')] })
  })
})
