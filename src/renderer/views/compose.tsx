import { Chip } from '#renderer/parts/button.tsx'
import { Composer } from '#renderer/parts/composer.tsx'
import { ContextMeter } from '#renderer/parts/context-meter.tsx'
import { countOf } from '#renderer/parts/figures.ts'
import { ProblemLine } from '#renderer/parts/notices.tsx'
import { modelInUse } from '#renderer/parts/ollama-words.ts'
import { countTools } from '#renderer/parts/prompts.ts'
import { QueueList } from '#renderer/parts/queue-list.tsx'
import { useApp } from '#renderer/store/app.ts'
import { NEW_CHAT } from '#renderer/store/state.ts'
import type { QueuedMessage } from '#shared/queue'
import { ElsewhereLine } from './ollama-help.tsx'
import { waitingCalls } from './waiting.ts'

export function Compose() {
  const draft = useApp((app) => app.drafts.get(app.open ?? NEW_CHAT) ?? '')
  const isRunning = useApp((app) => Boolean(app.chat?.turn))
  const isWaiting = useApp((app) => waitingCalls(app.chat).length > 0)
  const isSending = useApp((app) => app.isSending)
  const { setDraft, send, stop } = useApp.getState()
  return (
    <Composer
      draft={draft}
      isRunning={isRunning}
      isWaiting={isWaiting}
      isSending={isSending}
      chips={<Chips />}
      meter={<Meter />}
      above={
        <>
          <SendProblems />
          <ElsewhereLine />
          <Queue />
        </>
      }
      onDraft={setDraft}
      onSend={(text) => void send(text)}
      onStop={() => void stop()}
    />
  )
}

function Chips() {
  const ollama = useApp((app) => app.ollama)
  const chosen = useApp((app) => app.settings.model)
  const skills = useApp((app) => app.skills)
  const { show } = useApp.getState()
  const model = modelInUse(ollama, chosen)
  const count = skills ? countTools(skills) : null
  return (
    <>
      <Chip onClick={() => show('models')}>{model || 'No model yet'}</Chip>
      {count && (
        <Chip
          onClick={() => show('skills')}
        >{`${countOf(count.skills, 'skill')} · ${countOf(count.tools, 'tool')}`}</Chip>
      )}
    </>
  )
}

function Meter() {
  const context = useApp((app) => app.chat?.context ?? null)
  return context && <ContextMeter context={context} />
}

const NOTHING_QUEUED: readonly QueuedMessage[] = []

function Queue() {
  const queued = useApp((app) => app.chat?.queued ?? NOTHING_QUEUED)
  const { sendQueued, unqueue } = useApp.getState()
  return (
    <QueueList
      queued={queued}
      onSend={(message) => void sendQueued(message)}
      onRemove={(message) => void unqueue(message)}
    />
  )
}

function SendProblems() {
  const problems = useApp((app) => app.problems)
  return problems
    .filter(({ about }) => about === 'chat.send' || about === 'chat.create')
    .map((problem) => (
      <div role="alert" key={problem.id}>
        <ProblemLine problem={problem} onDismiss={useApp.getState().dismissProblem} />
      </div>
    ))
}
