import type { Output } from '#renderer/bridge.ts'
import type { Context } from './state.ts'

export type SettingsOfTool = Output<'tool.settings'>
export type ExampleResults = Output<'tool.runExamples'>['results']

export const nothingStored = {
  /** The search and its results. */
  stored: null as { text: string; found: Output<'record.search'> } | null,
}

export function makeStoredActions({ get, set, ask }: Context) {
  let latest = 0
  const read = async (text: string, offset: number) => ask('record.search', { text, offset })
  return {
    async searchRecords(text: string): Promise<void> {
      const ticket = ++latest
      const found = await read(text, 0)
      if (found && ticket === latest) set({ stored: { text, found } })
    },
    async readMoreRecords(): Promise<void> {
      const { stored } = get()
      const more = stored && (await read(stored.text, stored.found.records.length))
      if (!more || get().stored !== stored) return
      set({ stored: { ...stored, found: { ...more, records: [...stored.found.records, ...more.records] } } })
    },
    async deleteRecord(id: string): Promise<void> {
      await ask('record.delete', { id })
      await get().searchRecords(get().stored?.text ?? '')
    },
  }
}
