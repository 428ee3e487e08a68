const LINK = /!?\[([^\][]*)\]\([^()\s]*\)/g
const AROUND = /\*\*\*|\*\*|~~|`+/g
const BEFORE_LINE = /^\s*(?:#{1,6}|>|[-*+]) /gm

/** A piece of Markdown without its markup. It may start or end inside an element. */
export const plainWords = (piece: string): string =>
  piece.replace(LINK, '$1').replace(BEFORE_LINE, '').replace(AROUND, '')
