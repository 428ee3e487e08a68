import { describe, expect, it } from 'vitest'
import { EMPTY } from '#renderer/store/drafts.ts'
import type { Picture } from '#shared/chat/picture'
import type { Panes } from '#shared/requests/window-requests'
import { ROWS } from '../../stories/records.ts'
import { diskStory } from '../../stories/stories.ts'
import { openStore } from './open-store.ts'

/** What main keeps between two windows. */
interface Kept {
  panes: Panes | null
}

function openWindow(kept: Kept) {
  const opened = openStore(
    { facts: { disk: diskStory() }, rows: ROWS },
    {
      'panes.save': (input) => {
        kept.panes = structuredClone(input as Panes)
        return { ok: true, value: { saved: true } }
      },
      'panes.read': () => ({ ok: true, value: { panes: kept.panes } }),
      'skill.review': () => ({ ok: false, error: { code: 'SKILL_UNREADABLE', message: 'gone' } }),
    },
  )
  return { ...opened, app: () => opened.store.getState() }
}

const pictureOf = (name: string, digit: string): Picture => ({
  ...{ sha256: digit.repeat(64), type: 'image/png', name, bytes: 100, width: 10, height: 10 },
})

describe('a window that replaces a lost one', () => {
  it('has the sidebar and the inspector as before, with the same call on the same side', async () => {
    const kept: Kept = { panes: null }
    const before = openWindow(kept)
    await before.settle()
    await before.app().openChat('disk')
    const [call] = before.app().chat?.calls.keys() ?? []
    if (call === undefined) throw new Error('the story has no call')
    before.app().inspect(call)
    before.app().showInspectorTab(call, 'Timing')
    before.app().setSidebar(false)

    const after = openWindow(kept)
    await after.settle()
    expect(after.app()).toMatchObject({
      ...{ open: 'disk', isSidebarOpen: false, isInspectorOpen: true },
      ...{ inspectorSide: 'call', inspected: call, inspectorTab: { call, name: 'Timing' } },
    })
  })

  it('has the inspected turn, and keeps it if the window is lost again', async () => {
    const kept: Kept = { panes: null }
    const before = openWindow(kept)
    await before.settle()
    await before.app().openChat('disk')
    before.app().inspectTurn('turn-2')
    for (let lost = 0; lost < 2; lost++) {
      const after = openWindow(kept)
      await after.settle()
      expect(after.app()).toMatchObject({ isInspectorOpen: true, inspectorSide: 'turn', inspectedTurn: 'turn-2' })
    }
  })

  it('has the pictures of the draft, and keeps one attached meanwhile', async () => {
    const kept: Kept = { panes: null }
    const before = openWindow(kept)
    await before.settle()
    const [cat, dog] = [pictureOf('cat.png', 'a'), pictureOf('dog.png', 'b')]
    before.app().write({ images: [cat] })

    const after = openWindow(kept)
    after.store.setState({ drafts: new Map([['elsewhere', { ...EMPTY, images: [dog] }]]) })
    await after.settle()
    expect(after.app().drafts.get('')?.images).toEqual([cat])
    expect(after.app().drafts.get('elsewhere')?.images).toEqual([dog])
  })

  it('has the filters of Activity, and lists by them', async () => {
    const kept: Kept = { panes: null }
    const before = openWindow(kept)
    await before.settle()
    before.app().show('activity')
    await before.app().listActivity('du')
    await before.app().filterActivity({ state: 'done' })
    const { total } = before.app().activity

    const after = openWindow(kept)
    await after.settle()
    expect(after.app().view).toBe('activity')
    expect(after.app().activity).toMatchObject({ search: 'du', skill: '', state: 'done', total })
    expect(total).toBeLessThan(ROWS.length)
  })

  it('has the open skill, and reads its review again if that was open', async () => {
    const kept: Kept = { panes: null }
    const before = openWindow(kept)
    await before.settle()
    before.app().show('skills')
    before.app().chooseSkill('git')
    const chosen = openWindow(kept)
    await chosen.settle()
    expect(chosen.app()).toMatchObject({ view: 'skills', chosenSkill: 'git', reviewing: null })
    await before.app().review('git')
    const reviewing = openWindow(kept)
    await reviewing.settle()
    expect(reviewing.app()).toMatchObject({ chosenSkill: 'git', reviewing: { skill: 'git' } })
  })

  it('leaves what the person has opened meanwhile', async () => {
    const sides = { isSidebarOpen: false, isInspectorOpen: true, inspectorSide: 'turn' } as const
    const { app, settle } = openWindow({ panes: { view: 'chat', ...sides, chat: 'disk', turn: 't' } })
    app().show('models')
    await settle()
    expect(app()).toMatchObject({ view: 'models', open: null, isSidebarOpen: true, inspectedTurn: null })
  })
})

describe('a first window', () => {
  it('starts as always, and reports nothing unchanged twice', async () => {
    const kept: Kept = { panes: null }
    const { app, settle, asked } = openWindow(kept)
    await settle()
    expect(app()).toMatchObject({ isSidebarOpen: true, isInspectorOpen: false, view: 'chat', open: null })
    app().setSidebar(true)
    await app().listActivity('')
    expect(asked.filter((name) => name === 'panes.save')).toHaveLength(1)
    app().setSidebar(false)
    expect(kept.panes?.isSidebarOpen).toBe(false)
  })

  it('is kept again with each picture of a draft, and not with each letter', async () => {
    const kept: Kept = { panes: null }
    const { app, settle, asked } = openWindow(kept)
    await settle()
    const saves = () => asked.filter((name) => name === 'panes.save').length
    const before = saves()
    for (const text of ['H', 'Ho', 'How', '']) app().write({ text })
    expect(saves()).toBe(before)
    app().write({ images: [pictureOf('cat.png', 'a')] })
    app().write({ text: 'Who is this?' })
    expect(saves()).toBe(before + 1)
    expect(kept.panes?.attached).toEqual([{ chat: '', pictures: [pictureOf('cat.png', 'a')] }])
  })
})
