const ENGLISH =
  /(?<![\w.$/-])(?:the|is|it|its|of|not|and|that|which|are|be|has|have|can|cannot|with|what|by|from|this|there|to|a|must|you|your|runs|asks|has|does|did|holds|where|whole)(?![\w-])/gi

/** Words that German does not have, outside of quotation marks. */
export function englishIn(text: string): string[] {
  return text.replace(/"(?:[^"\\]|\\.)*"|„[^“]*“/g, ' ').match(ENGLISH) ?? []
}
