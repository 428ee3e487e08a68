import { countTools, promptsFor } from '#renderer/parts/chat/prompts.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { OllamaHelp } from './ollama-help.tsx'

/** What is here to ask, before anything was asked. */
export function NewChat() {
  const skills = useApp((app) => app.skills)
  const ollama = useApp((app) => app.ollama)
  const { show, setDraft } = useApp.getState()
  if (ollama && ollama.state !== 'ready') {
    return (
      <div className="scroller grow">
        <div className="welcome stack gap-3">
          <OllamaHelp ollama={ollama} />
          <p className="quiet">{say('Skills, activity and settings work without it.')}</p>
        </div>
      </div>
    )
  }
  const count = skills ? countTools(skills) : null
  const prompts = skills ? promptsFor(skills) : []
  return (
    <div className="scroller grow">
      <div className="welcome stack gap-3">
        <h2>{say('What shall we look at?')}</h2>
        {count && (
          <p className="lede soft">
            {count.tools > 0
              ? say('The model may ask for {tools} from {skills}. You see each command before it runs, and decide.', {
                  tools: countOf(count.tools, 'tool', 'tools'),
                  skills: countOf(count.skills, 'skill', 'skills'),
                })
              : say(
                  'You see each command before it runs, and decide. No skill is ready yet, so for now the model can only talk.',
                )}
          </p>
        )}
        {prompts.length > 0 && (
          <ul className="prompts stack gap-2">
            {prompts.map(({ text, skill }) => (
              <li key={text}>
                <button
                  type="button"
                  className="prompt stack gap-1 box"
                  onClick={() => {
                    setDraft(text)
                    document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
                  }}
                >
                  <span>{text}</span>
                  <small className="quiet tiny">{skill}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
        {skills && prompts.length === 0 && <Button onClick={() => show('skills')}>{say('Look at the skills')}</Button>}
      </div>
    </div>
  )
}
