import { describe, expect, it } from 'vitest'
import { countPlaces, type Find, placeOf } from '#renderer/store/find.ts'
import { diskStory } from '../../stories/stories.ts'
import { openStore } from './open-store.ts'

interface Page {
  found: { seq: number; count: number; beside?: string }[]
  more: boolean
}

const first: Page = {
  found: [
    { seq: 9, count: 2 },
    { seq: 8, count: 5, beside: 'other' },
    { seq: 4, count: 1 },
  ],
  more: true,
}
const second: Page = { found: [{ seq: 2, count: 1 }], more: false }

async function openFind(
  pages: (input: { before?: number }) => Page | Promise<Page> = ({ before }) => (before ? second : first),
) {
  const searched: object[] = []
  const opened = openStore(
    { facts: { disk: diskStory() } },
    {
      'chat.search': async (input) => {
        searched.push(input as object)
        return { ok: true, value: await pages(input as { before?: number }) }
      },
    },
  )
  await opened.store.getState().openChat('disk')
  opened.store.getState().openFind()
  const find = () => {
    const now = opened.store.getState().find
    if (!now) throw new Error('nothing is looked for')
    return now
  }
  return { ...opened, searched, find }
}

describe('finding in the open chat', () => {
  it('starts at the newest match of what is shown', async () => {
    const { store, find, searched } = await openFind()
    await store.getState().findText('disk')
    expect(searched).toEqual([{ chat: 'disk', text: 'disk', limit: 200 }])
    expect(find().hits).toEqual([
      { seq: 9, count: 2 },
      { seq: 4, count: 1 },
    ])
    expect([placeOf(find()), countPlaces(find()), store.getState().target]).toEqual([{ seq: 9, fromEnd: 0 }, 3, 9])
  })

  it('goes from match to match, reads the next page when one ends, and starts over after the last', async () => {
    const { store, find, searched } = await openFind()
    await store.getState().findText('disk')
    const places = []
    for (let step = 0; step < 4; step++) {
      await store.getState().stepFind(1)
      places.push(placeOf(find()))
    }
    expect(places).toEqual([
      { seq: 9, fromEnd: 1 },
      { seq: 4, fromEnd: 0 },
      { seq: 2, fromEnd: 0 },
      { seq: 9, fromEnd: 0 },
    ])
    expect(searched.slice(1)).toEqual([{ chat: 'disk', text: 'disk', limit: 200, before: 4 }])
    await store.getState().stepFind(-1)
    expect(placeOf(find())).toEqual({ seq: 2, fromEnd: 0 })
  })

  it('keeps the answer to the last typed text, and none for a closed search', async () => {
    const answers: ((page: Page) => void)[] = []
    const { store, find } = await openFind(() => new Promise((resolve) => answers.push(resolve)))
    const searches = ['di', 'disk'].map((typed) => store.getState().findText(typed))
    answers[1]?.(second)
    answers[0]?.(first)
    await Promise.all(searches)
    expect(find()).toMatchObject({ typed: 'disk', hits: [{ seq: 2, count: 1 }] })
    const late = store.getState().findText('disks')
    store.getState().closeFind()
    answers[2]?.(first)
    await late
    expect(store.getState().find).toBeNull()
  })

  it('says that nothing is found only after looking', async () => {
    const { store, find } = await openFind(() => ({ found: [], more: false }))
    expect(find().isSearched).toBe(false)
    await store.getState().findText('disk')
    expect(find()).toMatchObject({ isSearched: true, hits: [] } satisfies Partial<Find>)
    await store.getState().stepFind(1)
    await store.getState().findText(' ')
    expect(find().isSearched).toBe(false)
  })

  it('waits for a page that is being read, and continues from there', async () => {
    const { store, settle, later } = await openFind()
    store.setState({ earlier: { before: 100, isReading: true } })
    const searched = store.getState().findText('disk')
    await settle()
    expect(store.getState().target).toBeNull()
    store.setState({ earlier: null })
    await later()
    await searched
    expect(store.getState().target).toBe(9)
  })

  it('ends with the chat, and searches all chats if none is open', async () => {
    const { store } = await openFind()
    store.getState().newChat()
    expect(store.getState().find).toBeNull()
    store.getState().openFind()
    expect(store.getState()).toMatchObject({ find: null, overlay: 'search' })
  })

  it('can be requested again while it is open', async () => {
    const { store, find } = await openFind()
    await store.getState().findText('disk')
    store.getState().openFind()
    expect(find()).toMatchObject({ typed: 'disk', asked: 1 })
  })
})
