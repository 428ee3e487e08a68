/** Pieces from which other messages are put together. */
export const COMMON = {
  'two-sentences': '{first} {second}',
  'subject-problem': '{file}: {problem}',
  'list-and-more': '{list} and more',
} as const
