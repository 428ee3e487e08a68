import type { Output } from '#renderer/bridge.ts'
import type { Context } from './state.ts'

export type SettingsOfTool = Output<'tool.settings'>

export interface StoredState {
  secrets: Output<'secret.list'> | null
  /** The search and its results. */
  stored: { text: string; found: Output<'record.search'> } | null
}

export interface StoredActions {
  listSecrets(): Promise<void>
  /** False if main refused it, which is shown. */
  setSecret(name: string, value: string): Promise<boolean>
  removeSecret(name: string): Promise<void>
  grantSecret(name: string, skill: string, tool: string): Promise<void>
  revokeSecret(name: string, holder: string): Promise<void>
  searchRecords(text: string): Promise<void>
  readMoreRecords(): Promise<void>
  deleteRecord(id: string): Promise<void>
  exportRecords(): Promise<void>
  /** Null if main refused it, which is shown. */
  runExamples(tool: string): Promise<Output<'tool.runExamples'>['results'] | null>
  /** A tool's settings. Each returns null if main refused it, which is shown. */
  readToolSettings(tool: string): Promise<SettingsOfTool | null>
  saveToolSettings(tool: string, values: string): Promise<Output<'tool.saveSettings'> | null>
  loadOptions(tool: string, field: string): Promise<Output<'tool.options'>['options'] | null>
  grantHost(tool: string, host: string, granted: boolean): Promise<void>
}

export const nothingStored: StoredState = { secrets: null, stored: null }

export function makeStoredActions({ get, set, ask }: Context): StoredActions {
  let latest = 0
  const read = async (text: string, offset: number) => ask('record.search', { text, offset })
  return {
    async listSecrets() {
      const secrets = await ask('secret.list', {})
      if (secrets) set({ secrets })
    },
    async setSecret(name, value) {
      const isSet = (await ask('secret.set', { name, value })) !== undefined
      if (isSet) await get().listSecrets()
      return isSet
    },
    async removeSecret(name) {
      await ask('secret.remove', { name })
      await get().listSecrets()
    },
    async grantSecret(name, skill, tool) {
      await ask('secret.grant', { name, skill, tool })
      await get().listSecrets()
    },
    async revokeSecret(name, holder) {
      await ask('secret.revoke', { name, holder })
      await get().listSecrets()
    },
    async searchRecords(text) {
      const ticket = ++latest
      const found = await read(text, 0)
      if (found && ticket === latest) set({ stored: { text, found } })
    },
    async readMoreRecords() {
      const { stored } = get()
      const more = stored && (await read(stored.text, stored.found.records.length))
      if (!more || get().stored !== stored) return
      set({ stored: { ...stored, found: { ...more, records: [...stored.found.records, ...more.records] } } })
    },
    async deleteRecord(id) {
      await ask('record.delete', { id })
      await get().searchRecords(get().stored?.text ?? '')
    },
    async exportRecords() {
      await ask('record.export', {})
    },
    async runExamples(tool) {
      return (await ask('tool.runExamples', { tool }))?.results ?? null
    },
    readToolSettings: async (tool) => (await ask('tool.settings', { tool })) ?? null,
    saveToolSettings: async (tool, values) => (await ask('tool.saveSettings', { tool, values })) ?? null,
    loadOptions: async (tool, field) => (await ask('tool.options', { tool, field }))?.options ?? null,
    grantHost: async (tool, host, granted) => void (await ask('tool.grantHost', { tool, host, granted })),
  }
}
