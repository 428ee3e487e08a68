import { useEffect } from 'react'
import { Chip, IconButton } from '#renderer/parts/button.tsx'
import { Composer } from '#renderer/parts/composer.tsx'
import { ContextMeter } from '#renderer/parts/context-meter.tsx'
import { countOf } from '#renderer/parts/figures.ts'
import { ProblemLine } from '#renderer/parts/notices.tsx'
import { modelInUse } from '#renderer/parts/ollama-words.ts'
import { PolicyChip } from '#renderer/parts/policy-chip.tsx'
import { countTools } from '#renderer/parts/prompts.ts'
import { QueueList } from '#renderer/parts/queue-list.tsx'
import { type SlashChoice, slashChoices } from '#renderer/parts/slash.ts'
import { useApp } from '#renderer/store/app.ts'
import { NEW_CHAT } from '#renderer/store/state.ts'
import type { QueuedMessage } from '#shared/queue'
import { ElsewhereLine } from './ollama-help.tsx'
import { NEEDS_CHAT, runCommand } from './run-command.ts'
import { waitingCalls } from './waiting.ts'

export function Compose() {
  const rewriting = useApp((app) => app.rewriting)
  const draft = useApp((app) => app.drafts.get(app.open ?? NEW_CHAT) ?? '')
  const isRunning = useApp((app) => Boolean(app.chat?.turn))
  const isWaiting = useApp((app) => waitingCalls(app.chat).length > 0)
  const isSending = useApp((app) => app.isSending)
  const { setDraft, send, stop, setRewritten, sendRewritten, stopRewriting } = useApp.getState()
  const skills = useApp((app) => app.skills)
  const hasChat = useApp((app) => app.chat !== null)
  useFocusOn(rewriting?.turn)
  const slash = rewriting ? [] : slashChoices(draft, skills ?? [], (command) => !hasChat && NEEDS_CHAT.has(command))
  return (
    <Composer
      draft={rewriting?.text ?? draft}
      isRewriting={rewriting !== null}
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
      onDraft={rewriting ? setRewritten : setDraft}
      onSend={(text) => void (rewriting ? sendRewritten() : send(text))}
      slash={slash}
      onSlash={choose}
      onEditLast={editLast}
      onStopRewriting={stopRewriting}
      onStop={() => void stop()}
    />
  )
}

function choose(choice: SlashChoice): void {
  const { setDraft } = useApp.getState()
  setDraft(choice.kind === 'skill' ? choice.text : '')
  if (choice.kind === 'command') runCommand(choice.command)
}

function editLast(): void {
  const { chat, rewrite } = useApp.getState()
  const last = chat?.entries.findLast((entry) => entry.kind === 'message' && entry.role === 'user')
  if (last?.kind === 'message' && last.turn !== undefined) rewrite(last.turn)
}

/** Who presses "Edit" goes on in the box. */
function useFocusOn(turn: string | undefined): void {
  useEffect(() => {
    if (turn !== undefined) document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
  }, [turn])
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
      <Policy />
      <IconButton icon="attach" label="Attach a text file" onClick={() => void useApp.getState().attachFile()} />
    </>
  )
}

function Policy() {
  const open = useApp((app) => app.open)
  const general = useApp((app) => (app.settings.policy === 'trusted' ? 'trusted' : 'ask'))
  const chosen = useApp((app) => app.summaries.find(({ chat }) => chat === app.open)?.policy)
  return (
    <PolicyChip
      own={open === null ? null : (chosen ?? 'default')}
      general={general}
      onChoose={(policy) => void useApp.getState().setPolicy(open, policy)}
    />
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

const ABOUT_SENDING: ReadonlySet<string> = new Set([
  ...['chat.send', 'chat.create', 'chat.regenerate', 'chat.chooseBranch', 'chat.export', 'file.attach'],
])

function SendProblems() {
  const problems = useApp((app) => app.problems)
  return problems
    .filter(({ about }) => ABOUT_SENDING.has(about))
    .map((problem) => (
      <div role="alert" key={problem.id}>
        <ProblemLine problem={problem} onDismiss={useApp.getState().dismissProblem} />
      </div>
    ))
}
