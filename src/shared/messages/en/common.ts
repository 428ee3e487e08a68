/** Pieces from which other messages are put together. */
export const COMMON = {
  'two-sentences': '{first} {second}',
  'subject-problem': '{file}: {problem}',
  'list-and-more': '{list} and more',
  'as-reported': '{text}',
  nothing: 'nothing',
  none: 'none',
  it: 'it',
  'this-or-that': '{some}, or {other}',
  'this-and-that': '{some}; {other}',
  'two-points': '{first}. {second}',
  'list-and-count-more': '{list} and {count} more',
  'this-as-well-as': '{some} and {other}',
} as const
