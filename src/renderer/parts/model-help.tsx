import type { OllamaState } from '#shared/calls'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface ModelHelpProps {
  ollama: Exclude<OllamaState, { state: 'ready' }>
  onRetry: () => void
  onSettings: () => void
}

/** The state the model server is in, and the one action that helps. */
export function ModelHelp({ ollama, onRetry, onSettings }: ModelHelpProps) {
  if (ollama.state === 'no-model') {
    return (
      <EmptyState title="Ollama has no model yet" actions={<Button onClick={onRetry}>Look again</Button>}>
        <p>Ollama {ollama.version} is running. Fetch a model that knows tools, in a terminal:</p>
        <pre className="command" data-size="small">
          <code>ollama pull qwen3:4b</code>
        </pre>
        <p>Skillet goes on by itself once it is there.</p>
      </EmptyState>
    )
  }
  if (ollama.state === 'too-old') {
    return (
      <EmptyState title={`Ollama ${ollama.version} is too old`} actions={<Button onClick={onRetry}>Look again</Button>}>
        <p>{ollama.message}</p>
        <p className="quiet">Skillet goes on by itself once a newer one answers.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Ollama is not reachable"
      actions={
        <>
          <Button look="strong" onClick={onRetry}>
            Try again
          </Button>
          <Button onClick={onSettings}>Change the address</Button>
        </>
      }
    >
      <p>
        Skillet asks <code>{ollama.host}</code> and gets no answer. Start Ollama, or correct its address; Skillet keeps
        looking and goes on by itself.
      </p>
      <p className="quiet">{ollama.message}</p>
    </EmptyState>
  )
}
