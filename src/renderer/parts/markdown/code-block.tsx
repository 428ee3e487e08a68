import { CopyIcon } from '#renderer/parts/ui/copying.tsx'
import { LongText, TokenText } from '#renderer/parts/ui/long-text.tsx'
import { say } from '#shared/messages/say'
import { toVisible, toVisibleLines } from '#shared/visible'
import { type Inside, languageOf, readTokens } from './code-tokens.ts'

/** Spells out hidden and reordering characters in code. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <figure className="code box">
      {language && <figcaption className="quiet tiny">{toVisible(language).text.slice(0, 40)}</figcaption>}
      <CopyIcon text={code} label={say('Copy code')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0} dir="ltr">
        <code>
          <CodeText code={code} language={language} />
        </code>
      </pre>
    </figure>
  )
}

export function InlineCode({ text }: { text: string }) {
  return <code dir="ltr">{toVisibleLines(text)}</code>
}

/** Highlights code if the language is known. */
function CodeText({ code, language }: { code: string; language: string }) {
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
