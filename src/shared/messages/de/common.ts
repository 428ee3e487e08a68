import type { COMMON as EN } from '../en/common.ts'

export const COMMON: Readonly<Record<keyof typeof EN, string>> = {
  'two-sentences': '{first} {second}',
  'subject-problem': '{file}: {problem}',
  'list-and-more': '{list} und weiteren',
}
