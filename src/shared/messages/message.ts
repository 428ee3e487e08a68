import { EN } from './en.ts'

export type MessageCode = keyof typeof EN

export type MessageValue = string | number | Message

/** What happened, as a code with its values. Its text is made where it is shown, in the language of whoever reads it. */
export interface Message {
  code: MessageCode
  values?: Readonly<Record<string, MessageValue>>
}

/** As it is on record: a message, or a sentence from before messages had codes. */
export type Said = Message | string

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string}${' ' | '"'}${string}` ? never : Name) | NamesIn<Rest>
  : never

export type ValuesOf<Code extends MessageCode> = [NamesIn<(typeof EN)[Code]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<(typeof EN)[Code]>, MessageValue>>]

/** The compiler asks for every value that the English text names. */
export function message<Code extends MessageCode>(code: Code, ...[values]: ValuesOf<Code>): Message {
  return { code, ...(values && { values }) }
}

/** A message, or the code of one that takes its values from a list. */
export type Text = Message | MessageCode

export type ValuesFor<T extends Text> = ValuesOf<Extract<T, MessageCode>>

/** A code gets those of the values that its English text names. */
export function toMessage(text: Text, values: Message['values'] = {}): Message {
  if (typeof text !== 'string') return text
  const named = Object.entries(values).filter(([name]) => EN[text].includes(`{${name}}`))
  return { code: text, ...(named.length > 0 && { values: Object.fromEntries(named) }) }
}

/** What another program, a library or the system put in its own words. */
export const asReported = (text: string): Message => message('as-reported', { text })

/** An older record has sentences instead of messages; a newer one may have codes that are not known here. */
export function textOf(said: Message | string, catalogue: Readonly<Partial<Record<string, string>>> = EN): string {
  if (typeof said === 'string') return said
  const { code, values = {} } = said
  const text = [catalogue, EN].find((texts) => Object.hasOwn(texts, code))?.[code] ?? code
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return place
    return typeof value === 'object' ? textOf(value, catalogue) : String(value)
  })
}
