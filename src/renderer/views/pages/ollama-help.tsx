import { ModelHelp } from '#renderer/parts/model/model-help.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import { actionFor } from '#shared/model/ollama-action'
import type { OllamaState } from '#shared/requests/requests'

export function OllamaHelp({ ollama }: { ollama: Exclude<OllamaState, { state: 'ready' }> }) {
  const pulls = useApp((app) => app.pulls)
  const { actOnOllama, pullModel, ask, show } = useApp.getState()
  return (
    <>
      <ModelHelp
        ollama={ollama}
        pulls={[...pulls.values()]}
        onAct={actOnOllama}
        onPull={pullModel}
        onStopPull={(model) => void ask('model.cancelPull', { model })}
      />
      {ollama.state === 'unreachable' && actionFor(ollama) !== 'change-host' && (
        <button type="button" className="text-button" onClick={() => show('settings')}>
          {say('Change the address')}
        </button>
      )}
    </>
  )
}

/** Shown at every composer while it applies. */
export function ElsewhereLine() {
  const host = useApp(({ ollama }) => (ollama?.isElsewhere ? ollama.host : null))
  if (host === null) return null
  return (
    <p className="elsewhere care small wash">{say('Your prompts leave this computer and go to {host}.', { host })}</p>
  )
}
