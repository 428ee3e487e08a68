/** Why a file is not JSON that can be used, with the place. */
export const JSON_FAULTS = {
  'the { of {place:said}': 'die { aus {place}',
  'the [ of {place:said}': 'die [ aus {place}',
  '{text:quoted} stands': '{text} steht',
} as const
