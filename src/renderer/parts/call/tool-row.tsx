import { SignatureTag, ToolAboutView } from '#renderer/parts/skill/tool-about.tsx'
import { type TemplatePiece, templatesOf } from '#shared/call/argv-template'
import { say } from '#shared/messages/say'
import type { Tool } from '#shared/skill/tool'
import { toVisible } from '#shared/visible'

interface ToolRowProps {
  tool: Tool
  isOn: boolean
  isSwitching: boolean
  /** Set if it can be tried by hand. */
  onTry: ((tool: string) => void) | undefined
  /** Set if it can be switched. */
  onSwitch: ((isOn: boolean) => void) | undefined
}

/** One tool of a skill: its name, what it starts, and whether models are offered it. */
export function ToolRow({ tool, isOn, isSwitching, onTry, onSwitch }: ToolRowProps) {
  return (
    <li className="stack ruled" data-off={isOn ? undefined : ''}>
      {onSwitch && (
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-label={say('Let the model use {tool}', { tool: tool.modelName })}
          aria-checked={isOn}
          checked={isOn}
          disabled={isSwitching}
          onChange={() => onSwitch(!isOn)}
        />
      )}
      <div className="tool-name">
        <code>{tool.modelName}</code>
        {!isOn && <span className="tool-off care small">{say('turned off')}</span>}
        {onTry && isOn && (
          <button
            type="button"
            className="text-button small"
            aria-label={say('Try {tool}', { tool: tool.modelName })}
            onClick={() => onTry(tool.modelName)}
          >
            {say('Try')}
          </button>
        )}
        {tool.words && <p className="soft small">{tool.words.title}</p>}
        <p className="quiet small">{tool.description}</p>
        {tool.signature && <SignatureTag signature={tool.signature} />}
        <ToolAboutView {...tool} />
      </div>
      <div className="templates stack gap-1">
        {templatesOf(tool).map(({ pieces }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a way to run is its place
          <Template key={at} pieces={pieces} />
        ))}
      </div>
    </li>
  )
}

/** Values have the model's colour; brackets are needed only where there are no colours. */
function Template({ pieces }: { pieces: readonly TemplatePiece[] }) {
  return (
    <code className="template" dir="ltr">
      {pieces.map(({ text, isValue, opens, closes }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
        <span key={at}>
          {opens && <span className="optional quiet">[</span>}
          <span data-origin={isValue ? 'model' : 'skill'}>
            {toVisible(isValue ? text.replace(/^<(.*)>$/, '$1') : text).text}
          </span>
          {closes && <span className="optional quiet">]</span>}
        </span>
      ))}
    </code>
  )
}
