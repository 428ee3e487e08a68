import { useEffect } from 'react'
import { usableCommands } from '#renderer/parts/chat/commands.ts'
import { Composer } from '#renderer/parts/chat/composer.tsx'
import { ContextMeter } from '#renderer/parts/chat/context-meter.tsx'
import { focusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { FolderBar } from '#renderer/parts/chat/folder-bar.tsx'
import { ImportNote } from '#renderer/parts/chat/import-note.tsx'
import { QueueList } from '#renderer/parts/chat/queue-list.tsx'
import { type SlashChoice, slashChoices } from '#renderer/parts/chat/slash.ts'
import { ProblemLine } from '#renderer/parts/record/notices.tsx'
import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { joinDraft } from '#renderer/store/long-texts.ts'
import { NEW_CHAT } from '#renderer/store/state.ts'
import { TOLD_AT_COMPOSER } from '#renderer/store/thread.ts'
import { waitingCalls } from '#renderer/views/calls/waiting.ts'
import { ElsewhereLine } from '#renderer/views/pages/ollama-help.tsx'
import { runCommand } from '#renderer/views/window/run-command.ts'
import type { QueuedMessage } from '#shared/chat/chat-state'
import { say } from '#shared/messages/say'
import { ChoiceChips } from './compose-chips.tsx'
import { PromptArguments, ServerWords } from './compose-offers.tsx'
import { AttachedPictures, takeLongText, useAttached, useLongTexts } from './pictures.tsx'

export function Compose() {
  const rewriting = useApp((app) => app.rewriting)
  const draft = useApp((app) => app.drafts.get(app.open ?? NEW_CHAT) ?? '')
  const isRunning = useApp((app) => Boolean(app.chat?.turn))
  const isWaiting = useApp((app) => waitingCalls(app.chat).length > 0)
  const isSending = useApp((app) => app.isSending)
  const attached = useAttached()
  const longTexts = useLongTexts()
  const { attachPictures, setDraft, send, stop, setRewritten, sendRewritten, stopRewriting } = useApp.getState()
  const skills = useApp((app) => app.skills)
  const hasChat = useApp((app) => app.chat !== null)
  useFocusOn(rewriting?.turn)
  useFocusOn(useApp((app) => app.newChats))
  const open = useApp((app) => app.open)
  const model = useApp(({ settings }) => settings.model)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model has not read it
  useEffect(() => void useApp.getState().readAhead(open), [open, model])
  const slash = rewriting
    ? []
    : slashChoices(draft, skills ?? [], (command) => !usableCommands(hasChat).some(({ id }) => id === command))
  const written = rewriting?.text ?? draft
  const whole = joinDraft(written, longTexts)
  return (
    <Composer
      draft={written}
      isRewriting={rewriting !== null}
      isRunning={isRunning}
      isWaiting={isWaiting}
      isSending={isSending}
      chips={<Chips />}
      folders={<Folders />}
      attached={<AttachedPictures />}
      hasAttached={attached.length > 0 || longTexts.length > 0}
      length={whole.length}
      meter={<Meter />}
      above={
        <>
          <Imported />
          <SendProblems />
          <ElsewhereLine />
          <ChangedSkills />
          <ToolsOfFolder />
          <Queue />
          <ServerWords />
          <PromptArguments />
        </>
      }
      onDraft={rewriting ? setRewritten : setDraft}
      onFiles={attachPictures}
      onLongText={takeLongText}
      onSend={(text) => void (rewriting ? sendRewritten() : send(joinDraft(text, longTexts), attached))}
      slash={slash}
      onSlash={choose}
      onEditLast={editLast}
      onStopRewriting={stopRewriting}
      onStop={stop}
    />
  )
}

function Folders() {
  const open = useApp((app) => app.open)
  const folders = useApp((app) => app.folders)
  const { readFolders, chooseFolder, openFolder, closeFolder } = useApp.getState()
  useEffect(() => void readFolders(open), [open, readFolders])
  if (!folders) return null
  return (
    <FolderBar
      {...folders}
      onChoose={(path) => void chooseFolder(path === null ? { own: true } : path === undefined ? {} : { path })}
      onOpen={openFolder}
      onClose={closeFolder}
    />
  )
}

function choose(choice: SlashChoice): void {
  const { setDraft, choosePrompt } = useApp.getState()
  setDraft(choice.kind === 'skill' ? choice.text : '')
  if (choice.kind === 'command') runCommand(choice.command)
  if (choice.kind === 'prompt') choosePrompt(choice, choice.prompt)
}

function editLast(): void {
  const { chat, rewrite } = useApp.getState()
  const last = chat?.entries.findLast((entry) => entry.kind === 'message' && entry.role === 'user')
  if (last?.kind === 'message' && last.turn !== undefined) rewrite(last.turn)
}

/** "Edit" and "New chat" move the focus to the box. */
function useFocusOn(reason: string | number | undefined): void {
  useEffect(() => {
    if (reason !== undefined) focusComposer()
  }, [reason])
}

function Chips() {
  return (
    <>
      <IconButton
        icon="attach"
        label={say('Attach a text file or a picture')}
        onClick={useApp.getState().attachFiles}
      />
      <ChoiceChips />
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
  return <QueueList queued={queued} onSend={sendQueued} onRemove={unqueue} />
}

function Imported() {
  const imported = useApp((app) => (app.imported?.chat === app.open ? app.imported : null))
  return (
    <div role="status">
      {imported && <ImportNote imported={imported} onDismiss={useApp.getState().dismissImported} />}
    </div>
  )
}

/** Otherwise a tool would be missing and nobody would say why. */
function ChangedSkills() {
  const skills = useApp((app) => app.skills)
  const { show, review } = useApp.getState()
  return skills
    ?.filter(({ state }) => state === 'changed')
    .map(({ name }) => (
      <p className="banner row gap-4 apart wash" role="status" key={name}>
        {say('{skill} changed on disk. Its tools are off until you review it.', { skill: name })}
        <Button
          look="quiet"
          aria-label={say('Review {skill}', { skill: name })}
          onClick={() => {
            show('skills')
            void review(name)
          }}
        >
          {say('Review')}
        </Button>
      </p>
    ))
}

/** Looking at them is the first step of installing; nothing is used before that. */
function ToolsOfFolder() {
  const folder = useApp(({ folders, foldersAside }) =>
    folders?.tools && !foldersAside.includes(folders.cwd) ? folders.cwd : null,
  )
  const { show, stage, leaveTools } = useApp.getState()
  const isNew = useApp(({ folders }) => folders?.tools === 'new')
  if (folder === null) return null
  return (
    <p className="banner row gap-4 apart wash" role="status">
      {say(isNew ? 'This folder has tools of its own.' : 'The tools of this folder are not those you installed.')}
      <span className="row gap-2 still">
        <Button
          look="quiet"
          onClick={() => {
            show('skills')
            void stage(folder)
          }}
        >
          {say('Review them')}
        </Button>
        <IconButton icon="close" label={say('Not now')} onClick={() => leaveTools(folder)} />
      </span>
    </p>
  )
}

function SendProblems() {
  const problems = useApp((app) => app.problems)
  return problems
    .filter(({ about }) => TOLD_AT_COMPOSER.has(about))
    .map((problem) => (
      <div role="alert" key={problem.id}>
        <ProblemLine problem={problem} onDismiss={useApp.getState().dismissProblem} />
      </div>
    ))
}
