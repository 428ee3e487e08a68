import { expect } from 'vitest'
import { textOf } from '#shared/messages/message'
import { isMessage } from '#shared/messages/with-texts'

/** A message equals the English text that a person would read, so that expectations can be read too. */
const asText = (value: unknown): unknown => (isMessage(value) ? textOf(value) : value)

expect.addEqualityTesters([
  (one, other) => {
    if (isMessage(one) === isMessage(other)) return undefined
    if (other instanceof RegExp) return other.test(String(asText(one)))
    return Object.is(asText(one), asText(other))
  },
])

for (const matcher of [expect.stringContaining(''), expect.stringMatching('')]) {
  const prototype = Object.getPrototypeOf(matcher) as { asymmetricMatch(value: unknown): boolean }
  const { asymmetricMatch } = prototype
  prototype.asymmetricMatch = function (value) {
    return asymmetricMatch.call(this, asText(value))
  }
}
