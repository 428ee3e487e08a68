const LINK = /!?\[([^\][]*)\]\([^()\s]*\)/g
const AROUND = /\*\*\*|\*\*|~~|`+/g
const BEFORE_LINE = /^\s*(?:#{1,6}|>|[-*+]) /gm

/** A piece of a text written in Markdown, without the marks that are not drawn either. It may begin or end within one. */
export const plainWords = (piece: string): string =>
  piece.replace(LINK, '$1').replace(BEFORE_LINE, '').replace(AROUND, '')
