import type { ActivityRow } from '#shared/requests/requests'
import type { Panes } from '#shared/requests/window-requests'
import { noActivity } from './activity.ts'
import type { App } from './app.ts'
import { attachedIn, withAttached } from './drafts.ts'
import type { Context } from './state.ts'

/** Where the person is; main keeps it for a window that replaces this one. */
export function makeLocationKeeper({ get, set, ports }: Context) {
  /** Steps on the way back are not saved. */
  let isOnTheWay = true

  function save(): void {
    // A failure matters only after the window is lost, and then nobody can be told.
    void ports.call('panes.save', panesOf(get()))
  }

  /** Panes that do not depend on a chat. */
  function layOut({ isSidebarOpen, isInspectorOpen, skill, activity }: Panes): void {
    set({ isSidebarOpen, isInspectorOpen })
    if (activity) set({ activity: { ...noActivity, ...activity, state: activity.state as ActivityRow['state'] } })
    if (skill?.isReviewed) void get().review(skill.name)
    else if (skill) get().chooseSkill(skill.name)
  }

  async function inspectAgain({ chat, call, turn, tab, inspectorSide }: Panes): Promise<void> {
    const isThere = () => chat !== undefined && get().open === chat && get().chat !== null
    if (call && isThere()) await get().readEarlier(call.seq)
    const { inspected, inspectedTurn } = get()
    if (!isThere() || inspected !== null || inspectedTurn !== null) return
    set({ inspectorSide, inspected: call?.call ?? null, inspectedTurn: turn ?? null, inspectorTab: tab ?? null })
  }

  async function goBack(): Promise<void> {
    const reply = await ports.call('panes.read', {})
    const panes = reply.ok ? reply.value.panes : null
    if (!panes) return
    set(({ drafts }) => ({ drafts: withAttached(drafts, panes.attached ?? []) }))
    if (get().open !== null || get().view !== 'chat') return
    layOut(panes)
    const opening = panes.chat === undefined ? undefined : get().openChat(panes.chat)
    if (panes.view !== 'chat') get().show(panes.view)
    await opening
    await inspectAgain(panes)
  }

  return {
    keep(now: App, before: App): void {
      if (!isOnTheWay && JSON.stringify(panesOf(now)) !== JSON.stringify(panesOf(before))) save()
    },
    /** Returns to where the previous window was lost, unless the person has moved on. */
    async comeBack(): Promise<void> {
      await goBack()
      isOnTheWay = false
      save()
    },
  }
}

/** Typing and scrolling change none of it. */
function panesOf(app: App): Panes {
  const { view, isSidebarOpen, isInspectorOpen, inspectorSide, inspectorTab, inspected, inspectedTurn } = app
  const { open, chat, chosenSkill, reviewing, activity } = app
  const seq = inspected === null ? undefined : chat?.calls.get(inspected)?.facts[0]?.seq
  return {
    ...{ view, isSidebarOpen, isInspectorOpen, inspectorSide },
    ...(open !== null && { chat: open }),
    ...(inspectedTurn !== null && { turn: inspectedTurn }),
    ...(inspected !== null && seq !== undefined && { call: { call: inspected, seq } }),
    ...(inspectorTab && { tab: inspectorTab }),
    ...(chosenSkill !== null && { skill: { name: chosenSkill, isReviewed: reviewing?.skill === chosenSkill } }),
    activity: { search: activity.search, skill: activity.skill, state: activity.state },
    attached: attachedIn(app.drafts),
  }
}
