import { choicesOf, fitsForm, type ServerQuestion } from '#shared/call/question'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { AskLine } from './ask-person.ts'
import { type Printer, toLine, toPrintable } from './print.ts'

/** Asks a server's question field by field. Null if the person declines or ends the wait. */
export async function askFields(
  { server, host, text, schema, isUnsure }: ServerQuestion,
  ask: AskLine,
  printer: Pick<Printer, 'note'>,
  signal: AbortSignal,
): Promise<JsonObject | null> {
  const where = host === null ? 'a program on this computer' : `your answer is sent to ${toLine(host)}`
  printer.note(
    `The server ${toLine(server)} asks you (${where}). The words after > are its own; type no password or key.`,
  )
  if (isUnsure) printer.note('Several calls of it are running, and it did not say which one asks.')
  for (const line of text.split('\n')) printer.note(`> ${toPrintable(line)}`)
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const answer: JsonObject = {}
  for (const [name, field] of Object.entries(properties)) {
    if (!isObject(field)) return null
    const value = await askField(name, field, required.includes(name), ask, printer, signal)
    if (value === null) return null
    if (value !== undefined) answer[name] = value
  }
  const isSent = await ask(`Send this to ${toLine(server)}? [y/N] `, signal)
  return isSent !== null && /^(y|yes)$/i.test(isSent.trim()) && fitsForm(answer, schema) ? answer : null
}

/** Undefined if the field is left out, null if the wait was ended. */
async function askField(
  name: string,
  field: JsonObject,
  isRequired: boolean,
  ask: AskLine,
  printer: Pick<Printer, 'note'>,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const { title, description, default: usual, items } = field
  const isList = field.type === 'array'
  const choices = choicesOf(isList && isObject(items) ? items : field)
  const about = [title, description].filter((each) => typeof each === 'string').map((each) => toLine(String(each)))
  if (about.length > 0) printer.note(`> ${about.join(': ')}`)
  for (const [at, choice] of choices?.entries() ?? []) printer.note(`>   ${at + 1}  ${toLine(choice.title)}`)
  const hints = [
    ...(choices ? [isList ? 'numbers, with commas' : 'a number'] : field.type === 'boolean' ? ['y or n'] : []),
    ...(usual !== undefined ? [`empty: ${toLine(JSON.stringify(usual))}`] : isRequired ? [] : ['may be empty']),
  ]
  const prompt = `${toLine(name)}${hints.length > 0 ? ` (${hints.join('; ')})` : ''}: `
  for (;;) {
    const line = (await ask(prompt, signal))?.trim()
    if (line === undefined) return null
    if (line === '' && (usual !== undefined || !isRequired)) return usual
    const value = readValue(line, field, choices)
    if (value !== undefined && fitsForm({ [name]: value }, { properties: { [name]: field } })) return value
    printer.note('That does not fit. Ctrl-D declines.')
  }
}

function readValue(line: string, { type }: JsonObject, choices: ReturnType<typeof choicesOf>): Json | undefined {
  const chosen = (number: string) => choices?.[Number(number) - 1]?.value
  if (type === 'array') {
    const all = line === '' ? [] : line.split(',').map((each) => chosen(each.trim()))
    return all.every((each) => each !== undefined) ? [...new Set(all)] : undefined
  }
  if (choices) return chosen(line)
  if (type === 'boolean') return /^(y|yes|n|no)$/i.test(line) ? /^y/i.test(line) : undefined
  return type === 'string' ? line : line === '' ? undefined : Number(line)
}
