import type { COMMON as EN } from '../en/common.ts'

export const COMMON: Readonly<Record<keyof typeof EN, string>> = {
  'two-sentences': '{first} {second}',
  'subject-problem': '{file}: {problem}',
  'list-and-more': '{list} und weiteren',
  'as-reported': '{text}',
  nothing: 'nichts',
  none: 'keine',
  it: 'es',
  'this-or-that': '{some} oder {other}',
  'this-and-that': '{some}; {other}',
  'two-points': '{first}. {second}',
  'list-and-count-more': '{list} und {count} weitere',
  'this-as-well-as': '{some} und {other}',
}
