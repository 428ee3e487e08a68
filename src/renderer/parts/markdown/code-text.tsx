import { LongText } from '#renderer/parts/ui/long-text.tsx'
import { type Inside, languageOf, readTokens } from './code-tokens.ts'
import { TokenText } from './token-text.tsx'

/** Highlights code if the language is known. */
export function CodeText({ code, language }: { code: string; language: string }) {
  const grammar = languageOf(language)
  if (!grammar) return <LongText text={code} />
  return (
    <TokenText<Inside>
      text={code}
      name={language}
      start={null}
      read={(text, from) => readTokens(text, grammar, from)}
    />
  )
}
