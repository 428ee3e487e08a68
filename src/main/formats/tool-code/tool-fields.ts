import { type Fields, get, readTexts, reportType, takeArray } from '#main/formats/fields'
import { inside, report } from '#main/formats/place'
import { message } from '#shared/messages/message'

/** A number outside its range is replaced by the nearest one in it, with a warning. */
export function takeClamped(fields: Fields, name: string, least: number, most: number): number | undefined {
  const value = get(fields, name)
  if (value === undefined) return undefined
  if (typeof value !== 'number') {
    reportType(inside(fields, name), value, message('number-between', { least, most }))
    return undefined
  }
  const clamped = Math.min(most, Math.max(least, Math.round(value)))
  if (clamped !== value)
    report(inside(fields, name), 'warning', 'FIELD_TYPE', 'number-clamped', 'write-number', {
      value,
      clamped,
      least,
      most,
    })
  return clamped
}

export const readNames = (fields: Fields, name: string): string[] => {
  const list = takeArray(fields, name)
  return list === undefined ? [] : readTexts(inside(fields, name), list).map(([, text]) => text)
}
