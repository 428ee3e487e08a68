import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { promptsFor } from '#renderer/parts/chat/prompts.ts'
import { countOn } from '#renderer/parts/skill/skill-words.ts'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { NOTHING_OFF } from '#renderer/store/choices.ts'
import { OllamaHelp } from '#renderer/views/models/ollama-help.tsx'
import { say, type Text } from '#shared/messages/say'
import type { OllamaState } from '#shared/requests/requests'

export function NewChat() {
  const skills = useApp((app) => app.skills)
  const ollama = useApp((app) => app.ollama)
  const { show, write } = useApp.getState()
  if (ollama && ollama.state !== 'ready') return <FirstSteps ollama={ollama} />
  const count = skills ? countOn(skills, NOTHING_OFF) : null
  const prompts = skills ? promptsFor(skills) : []
  return (
    <div className="scroller grow">
      <div className="welcome stack gap-3" data-unknown={ollama === null ? '' : undefined}>
        <h2 className="title">{say('What can I help with?')}</h2>
        {count && (
          <p className="lede soft">
            {count.tools > 0
              ? say('{skills} ready. You approve commands before they run.', {
                  skills: countOf(count.skills, 'skill', 'skills'),
                })
              : say('No skills ready yet, so the model can only chat.')}
          </p>
        )}
        {prompts.length > 0 && (
          <ul className="prompts stack">
            {prompts.map(({ text, skill }) => (
              <li key={text}>
                <button
                  type="button"
                  className="prompt row wide gap-3 apart ruled"
                  onClick={() => {
                    write({ text })
                    focusComposer()
                  }}
                >
                  <span>{text}</span>
                  <small className="still quiet small">{skill}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
        {skills && prompts.length === 0 && <Button text="Open Skills" onClick={() => show('skills')} />}
      </div>
    </div>
  )
}

const STEPS = ['Start Ollama', 'Download a model', 'Ask your first question'] as const satisfies readonly Text[]

/** What helps until Ollama is ready. New users also learn what Skillet is and what comes next. */
function FirstSteps({ ollama }: { ollama: Exclude<OllamaState, { state: 'ready' }> }) {
  const isFirst = useApp((app) => app.summaries.length === 0)
  const at = ollama.state === 'no-model' ? 1 : 0
  const help = <OllamaHelp ollama={ollama} />
  return (
    <div className="scroller grow">
      <div className="welcome stack gap-3">
        {isFirst ? (
          <>
            <h2 className="title">{say('Welcome to Skillet')}</h2>
            <p className="lede">
              {say('A local model uses your computer’s tools, and you see every call before and after it runs.')}
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
