import type { JsonObject } from '#shared/json'
import { ANYTHING, outcome, step, type Task, task } from '../task.ts'

const escapePattern = (text: string) => text.replace(/[[\]{}()*+?.\\^$|]/g, '\\$&')

/** A tool in Python gets its arguments as JSON, with the defaults of its schema: these are among them. */
function one(request: string, name: string, args: JsonObject, output: string): Task {
  const members = Object.entries(args).map((entry) => JSON.stringify(Object.fromEntries([entry])).slice(1, -1))
  const stdin = new RegExp(members.map((member) => `(?=.*${escapePattern(member)}[,}])`).join(''))
  const argv = ['python', ANYTHING, new RegExp(`${name}\\.py$`), ANYTHING]
  return task('python', request, step(output, outcome(`everyday_${name}`, args, argv, { stdin })))
}

const convert = (request: string, amount: number, from_unit: string, to_unit: string, output: string) =>
  one(request, 'convert_units', { amount, from_unit, to_unit }, output)

/** Over the tools that come with Skillet as Python. */
export const inPython: readonly Task[] = [
  convert('how many km is a marathon of 26.2 mi', 26.2, 'mi', 'km', '26.2 mi = 42.165 km'),
  convert('180 lb in kg please', 180, 'lb', 'kg', '180 lb = 81.65 kg'),
  convert('the oven says 350 F, what is that in C', 350, 'F', 'C', '350 F = 176.7 C'),
  convert('what is 55 mph in km/h', 55, 'mph', 'km/h', '55 mph = 88.51 km/h'),
  convert('Wie viel l sind 3 gal?', 3, 'gal', 'l', '3 gal = 11.36 l'),
  one('show me staff.csv as a table', 'csv_table', { path: 'staff.csv' }, '[{"name": "Ada", "room": 12}]'),
  one(
    'which rows of sales.csv are about Berlin',
    'csv_table',
    { path: 'sales.csv', where: 'Berlin' },
    '[{"city": "Berlin", "total": 12}]',
  ),
  one(
    'sort prices.csv by price, the most expensive first',
    'csv_table',
    { path: 'prices.csv', sort_by: 'price', descending: true },
    '[{"name": "saw", "price": 30}]',
  ),
  one('give me a summary of the folder photos', 'folder_summary', { path: 'photos' }, '120 files, 340 MB'),
  one(
    'sum up the folder downloads and name the 10 largest files',
    'folder_summary',
    { path: 'downloads', top: 10 },
    '9 files',
  ),
]
