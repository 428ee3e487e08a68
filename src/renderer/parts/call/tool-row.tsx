import { Fragment } from 'react'
import { say } from '#shared/messages/say'
import type { Tool } from '#shared/skill/tool'
import { type TemplatePiece, templateOf } from './tool-template.ts'

interface ToolRowProps {
  tool: Tool
  isOn: boolean
  isSwitching: boolean
  /** Where it may be tried by hand. */
  onTry: ((tool: string) => void) | undefined
  /** Where it may be switched. */
  onSwitch: ((isOn: boolean) => void) | undefined
}

/** One tool of a skill: what it is called, what it starts, and whether models are offered it. */
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
        <p className="quiet small">{tool.description}</p>
      </div>
      <div className="templates stack gap-1">
        {tool.runtime.executions.map((execution, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an execution is its place
          <Template key={at} pieces={templateOf(execution)} />
        ))}
      </div>
    </li>
  )
}

function Template({ pieces }: { pieces: readonly TemplatePiece[] }) {
  return (
    <code className="template" dir="ltr">
      {pieces.map(({ isOptional, words }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
        <span key={at}>
          {isOptional && <span className="optional quiet">[</span>}
          {words.map(({ text, origin }, index) => (
            <Fragment key={text}>
              {index > 0 && ' '}
              <span data-origin={origin}>{text}</span>
            </Fragment>
          ))}
          {isOptional && <span className="optional quiet">]</span>}
        </span>
      ))}
    </code>
  )
}
