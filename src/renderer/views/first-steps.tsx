import { useApp } from '#renderer/store/app.ts'
import { say, type Text } from '#shared/messages/say'
import type { OllamaState } from '#shared/requests/requests'
import { OllamaHelp } from './ollama-help.tsx'

const STEPS = ['Start Ollama', 'Download a model', 'Ask your first question'] as const satisfies readonly Text[]

/** What helps until Ollama is ready. New users also learn what Skillet is and what comes next. */
export function FirstSteps({ ollama }: { ollama: Exclude<OllamaState, { state: 'ready' }> }) {
  const isFirst = useApp((app) => app.summaries.length === 0)
  const at = ollama.state === 'no-model' ? 1 : 0
  const help = <OllamaHelp ollama={ollama} />
  return (
    <div className="scroller grow">
      <div className="welcome stack gap-3">
        {isFirst ? (
          <>
            <h2>{say('Welcome to Skillet')}</h2>
            <p className="lede">
              {say('A local model uses your command-line tools, and you see every command before and after it runs.')}
            </p>
            <ol className="first-steps stack gap-3" aria-label={say('Get started')}>
              {STEPS.map((step, index) => (
                <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at ? '' : undefined}>
                  <strong>{say(step)}</strong>
                  {index < at && <span className="sr-only"> {say('Done')}</span>}
                  {index === at && help}
                </li>
              ))}
            </ol>
          </>
        ) : (
          help
        )}
        <p className="quiet">{say('Skills, Activity and Settings work without Ollama.')}</p>
      </div>
    </div>
  )
}
