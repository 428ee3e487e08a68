import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openChatFile } from '#main/chat/open-chat-file'
import { makePictures } from '#main/chat/pictures'
import type { Core } from '#main/open-core'
import { handleFiles } from '#main/requests/handle-files'
import { textOf } from '#shared/messages/message'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

function importFrom(core: Parameters<typeof handleFiles>[0], chooseChat: () => Promise<string>) {
  const ports = { chooseTarget: async () => null, chooseFiles: async () => [], chooseChat }
  return handleFiles(core, ports, makePictures(core.ledger))['chat.import']({})
}

const MESSAGES = 6000

const said = Array.from({ length: MESSAGES }, (_, at) => ({
  role: at % 2 ? 'assistant' : 'user',
  content: `Message ${at} ${'word '.repeat(at % 300)}`.trim(),
}))

async function collect<T>(slices: AsyncIterable<readonly T[]>): Promise<(readonly T[])[]> {
  const all: (readonly T[])[] = []
  for await (const slice of slices) all.push(slice)
  return all
}

function writeLarge(): string {
  const file = join(makeTempDir(), 'large.jsonl')
  writeFileSync(file, said.map((one) => JSON.stringify({ type: 'message.added', ...one })).join('\n'))
  return file
}

describe('a chat in a file', () => {
  it('is passed on whole and in order, in slices', async () => {
    const opened = await openChatFile(writeLarge())
    if (!opened.ok) throw new Error(textOf(opened.why))
    const { messages, leftOut, pictures, broken } = opened.head
    expect({ messages, leftOut, pictures, broken }).toEqual({ messages: MESSAGES, leftOut: 0, pictures: 0, broken: [] })
    const slices = await collect(opened.slices)
    expect(slices.flat()).toEqual(said)
    expect(slices.length).toBeGreaterThan(MESSAGES / 500 - 1)
    await opened.close()
  })

  it('that cannot be read says why', async () => {
    expect(await openChatFile(makeTempDir())).toEqual({ ok: false, why: expect.stringMatching(/^it is not a file/) })
  })

  it('fails after its thread has ended, and nobody waits for it', async () => {
    const opened = await openChatFile(writeLarge())
    if (!opened.ok) throw new Error(textOf(opened.why))
    await opened.close()
    await expect(collect(opened.slices)).rejects.toThrow(/has ended/)
  })
})

describe('the import of a large chat', () => {
  let core: Core

  beforeEach(async () => {
    core = (await openTestCore({ home: makeTempDir() })).core
  })
  afterEach(() => core.close())

  const bring = () => importFrom(core, async () => writeLarge())
  const countMessages = async () => (await core.ledger.read({ types: ['message.added'] })).length

  it('lets other calls be answered in between, and shows nothing before it is complete', async () => {
    let isOver = false
    const seen = new Set<number>()
    const importing = bring().finally(() => {
      isOver = true
    })
    while (!isOver) {
      const before = core.index.list()
      const count = await countMessages()
      if (count < MESSAGES) {
        seen.add(count)
        expect(before).toEqual([])
      }
    }
    expect(await importing).toMatchObject({ value: { imported: { messages: MESSAGES } } })
    expect(Math.max(...seen)).toBeGreaterThan(0)
    expect(core.index.list()).toHaveLength(1)
  })

  it('leaves no chat behind if the record fails on the way', async () => {
    let appends = 0
    const ledger = {
      ...core.ledger,
      append: (...facts: Parameters<Core['ledger']['append']>) =>
        ++appends > 2 ? Promise.reject(new Error('the disk is full')) : core.ledger.append(...facts),
    }
    const file = writeLarge()
    const importing = importFrom({ ...core, ledger }, async () => file)
    await expect(importing).rejects.toThrow('the disk is full')
    expect(core.index.list()).toEqual([])
    expect((await core.ledger.readSummaries()).chats).toEqual([])
    expect(await core.ledger.verify()).toMatchObject({ ok: true })
  })
})
