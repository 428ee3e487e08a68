import { Fragment, type ReactNode } from 'react'
import { say, type Text } from '#shared/messages/say'

/** A text with elements in its places, such as a command in its own typeface. */
export function Said({ text, values }: { text: Text; values: Readonly<Record<string, ReactNode>> }) {
  return say(text)
    .split(/(\{\w+\})/)
    .map((piece, place) => {
      const name = /^\{(\w+)\}$/.exec(piece)?.[1]
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      return <Fragment key={place}>{name !== undefined && name in values ? values[name] : piece}</Fragment>
    })
}
