import { ANYTHING, type Kind, outcome, type Part, path, step, type Task, task } from '../task.ts'

/** A call that does what was asked, and the command that comes of it. */
export type Way = Parameters<typeof outcome>

/** For requests of this kind that need one call. */
export const inOneCall =
  (kind: Kind) =>
  (request: string, output: string, ...accept: Way[]): Task =>
    task(kind, request, step(output, ...accept.map((each) => outcome(...each))))

export const COUNT = /^\d+$/
const TODAY = new Date().toISOString().slice(0, 10)
/** The daily note of today, however it is named. */
export const today = (before = '') => new RegExp(`^${before}(?:.*/)?(?:today|${TODAY})(?:\\.md)?$`)

/** An address, as a page or as JSON. */
export const page = (url: string | RegExp): Part[] => ['curl', ANYTHING, '--compressed', ANYTHING, url]
export const python = (name: string): Part[] => ['python', ANYTHING, new RegExp(`${name}\\.py$`), ANYTHING]
/** Everything a file says about itself. */
export const exif = (file: string): Way => [
  'media_metadata',
  { file },
  ['exiftool', '-fast', '-i', 'SYMLINKS', path(file)],
]
export const note = (name: string, before = '') => new RegExp(`^${before}${name}(?:\\.md)?$`, 'i')
/** A text alone, or as an entry of a list. */
export const line = (text: string, before = '') =>
  new RegExp(`^${before}(?:\\\\n|\\s)*(?:[-*] (?:\\[[ x]\\] )?)?${text}\\.?(?:\\\\n|\\s)*$`, 'i')
