import type { Output } from '#renderer/bridge.ts'
import type { OllamaState } from '#shared/requests/requests'
import type { SettingName } from '#shared/settings/settings'
import type { Skill } from '#shared/skill/skill'
import type { Context } from './state.ts'

export type Verification = { state: 'idle' | 'checking' } | ({ state: 'checked' } & Output<'ledger.verify'>)

export const nothingRead = {
  skills: null as readonly Skill[] | null,
  verification: { state: 'idle' } as Verification,
}

export function makeRecordActions({ get, set, ask, ports }: Context) {
  let latest = 0
  return {
    async refreshSkills(): Promise<void> {
      const list = await ask('skill.list', {})
      if (list) set({ skills: list.skills })
    },
    async refreshOllama(): Promise<void> {
      const ticket = ++latest
      const reply = await ports.call('model.list', {})
      // A later request, perhaps to another host, has newer information.
      if (ticket !== latest) return
      const host = get().settings.host
      const ollama: OllamaState = reply.ok ? reply.value : { state: 'unreachable', host, message: reply.error.message }
      if (JSON.stringify(ollama) !== JSON.stringify(get().ollama)) set({ ollama })
    },
    async verify(): Promise<void> {
      set({ verification: { state: 'checking' } })
      const result = await ask('ledger.verify', {})
      set({ verification: result ? { state: 'checked', ...result } : { state: 'idle' } })
      const list = result?.repaired === undefined ? undefined : await ask('chat.list', {})
      if (list) set({ summaries: list.chats })
    },
    async changeSetting(name: SettingName, value: string | number): Promise<boolean> {
      const changed = await ask('setting.change', { name, value })
      if (changed && name === 'host') void get().refreshOllama()
      return changed !== undefined
    },
  }
}
