import { type ReactNode, useEffect, useRef } from 'react'
import { PlaygroundForm, useFilled } from '#renderer/parts/call/playground-form.tsx'
import { thenFocusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { Button, IconButton } from '#renderer/parts/ui/controls.tsx'
import { countOf } from '#renderer/parts/ui/figures.ts'
import { type App, useApp } from '#renderer/store/app.ts'
import { TOLD_AT_COMPOSER } from '#renderer/store/chats.ts'
import { draftIn } from '#renderer/store/drafts.ts'
import { ElsewhereLine } from '#renderer/views/models/ollama-help.tsx'
import { ProblemLine } from '#renderer/views/window/notices.tsx'
import type { QueuedMessage } from '#shared/chat/chat-state'
import { say } from '#shared/messages/say'
import type { ImportedChat } from '#shared/requests/chat-requests'
import { toVisible } from '#shared/visible'

export function AboveComposer() {
  const prompt = useApp((app) => app.promptForm)
  return (
    <>
      <Imported />
      <SendProblems />
      <ElsewhereLine />
      <ChangedSkills />
      <ToolsOfFolder />
      <Queue />
      <ServerWords />
      {prompt && <PromptForm key={`${prompt.server} ${prompt.prompt.name}`} chosen={prompt} />}
    </>
  )
}

/** A sentence, and what can be done about it. */
function Banner({ children, ...rest }: { children: ReactNode; role?: 'status'; 'data-look'?: 'calm' }) {
  return (
    <div className="banner row gap-4 apart wash" {...rest}>
      {children}
    </div>
  )
}

function Imported() {
  const imported = useApp((app) => (app.imported?.chat === app.open ? app.imported : null))
  return (
    <div role="status">
      {imported && (
        <Banner data-look="calm">
          <p>{describeImport(imported)}</p>
          <Button text="Got it" look="quiet" onClick={useApp.getState().dismissImported} />
        </Banner>
      )}
    </div>
  )
}

export function describeImport({ file, messages, leftOut, pictures, broken }: ImportedChat): string {
  const sentences = [
    say('{messages} imported from “{file}”.', { messages: countOf(messages, 'message', 'messages'), file }),
  ]
  if (leftOut > 0) {
    const parts = countOf(leftOut, 'other part', 'other parts')
    sentences.push(say('Not imported: {parts}. Only messages are imported.', { parts }))
  }
  if (pictures > 0) {
    sentences.push(say('Missing from the file: {pictures}.', { pictures: countOf(pictures, 'picture', 'pictures') }))
  }
  if (broken.length > 0) sentences.push(say('Could not read these lines: {lines}.', { lines: broken.join(', ') }))
  return sentences.join(' ')
}

function SendProblems() {
  const problems = useApp((app) => app.problems)
  const open = useApp((app) => app.open)
  return problems
    .filter(({ about, chat }) => TOLD_AT_COMPOSER.has(about) && chat === open)
    .map((problem) => (
      <div role="alert" key={problem.id}>
        <ProblemLine problem={problem} />
      </div>
    ))
}

/** Otherwise a tool would be missing and nobody would say why. */
function ChangedSkills() {
  const skills = useApp((app) => app.skills)
  const { show, review } = useApp.getState()
  return skills
    ?.filter(({ state }) => state === 'changed')
    .map(({ name }) => (
      <Banner role="status" key={name}>
        {say('{skill} changed on disk. Its tools are off until you review it.', { skill: name })}
        <Button
          text="Review"
          look="quiet"
          aria-label={say('Review {skill}', { skill: name })}
          onClick={() => {
            show('skills')
            void review(name)
          }}
        />
      </Banner>
    ))
}

/** Looking at them is the first step of installing; nothing is used before that. */
function ToolsOfFolder() {
  const folder = useApp(({ folders, foldersAside }) =>
    folders?.tools && !foldersAside.includes(folders.cwd) ? folders : null,
  )
  const { show, stage, leaveTools } = useApp.getState()
  if (!folder) return null
  const { cwd, tools } = folder
  return (
    <Banner role="status">
      {say(
        tools === 'new' ? 'This folder has tools of its own.' : 'The tools of this folder are not those you installed.',
      )}
      <span className="row gap-2 still">
        <Button
          text="Review them"
          look="quiet"
          onClick={() => {
            show('skills')
            void stage(cwd)
          }}
        />
        <IconButton icon="close" label={say('Not now')} onClick={() => leaveTools(cwd)} />
      </span>
    </Banner>
  )
}

/** Messages typed during a turn, in the order they will be sent. */
export function Queue() {
  const chat = useApp((app) => app.chat)
  if (!chat || chat.queued.length === 0) return null
  return (
    <ol className="queue stack gap-1" aria-label={say('Queued messages')}>
      {chat.queued.map((queued) => (
        <QueueEntry key={queued.message} chat={chat.chat} queued={queued} />
      ))}
    </ol>
  )
}

function QueueEntry({ chat, queued }: { chat: string; queued: QueuedMessage }) {
  const { message, text, images = [], isHeld } = queued
  const press = (name: 'chat.sendQueued' | 'chat.unqueue') =>
    thenFocusComposer(() => useApp.getState().ask(name, { chat, message }))
  return (
    <li className="row gap-2">
      <span className="grow truncate soft" dir="auto">
        {text || images.map(({ name }) => name).join(', ')}
      </span>
      {images.length > 0 && <small className="quiet tiny">{countOf(images.length, 'picture', 'pictures')}</small>}
      <small className="quiet tiny">{say(isHeld ? 'paused' : 'next')}</small>
      {isHeld && <Button text="Send now" look="quiet" onClick={press('chat.sendQueued')} />}
      <IconButton
        icon="close"
        label={say('Remove “{text}”', { text: (text || (images[0]?.name ?? '')).slice(0, 40) })}
        onClick={press('chat.unqueue')}
      />
    </li>
  )
}

/** A reminder before sending: not all of this draft is the person's own text. */
function ServerWords() {
  const { servers } = useApp(draftIn)
  if (servers.length === 0) return null
  return (
    <Banner role="status">
      {say('Contains text from {servers}. Read it before you send it; commands after it need your approval.', {
        servers: servers.join(', '),
      })}
      <Button
        text="Discard"
        look="quiet"
        onClick={() => useApp.getState().write({ text: '', longTexts: [], servers: [] })}
      />
    </Banner>
  )
}

function PromptForm({ chosen }: { chosen: NonNullable<App['promptForm']> }) {
  const { prompt, server } = chosen
  const fields = prompt.args.map((arg) => ({ ...arg, kind: 'text' as const, choices: [] }))
  const { args, form: filled } = useFilled(fields)
  const form = useRef<HTMLFieldSetElement>(null)
  // The person opened it to write.
  useEffect(() => form.current?.querySelector<HTMLElement>('.field')?.focus(), [])
  const { insertPrompt, closePrompt } = useApp.getState()
  const isReady = prompt.args.every(({ name, isRequired }) => !isRequired || Object.hasOwn(args, name))
  const close = thenFocusComposer(closePrompt)
  return (
    <fieldset
      ref={form}
      className="box pad stack gap-3 prompt-form"
      aria-label={say('Prompt {name} of {server}', { name: toVisible(prompt.name).text, server })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        // The key does nothing else, such as deny a command.
        event.preventDefault()
        close()
      }}
    >
      <p className="soft small">{toVisible(prompt.description || prompt.name).text}</p>
      <PlaygroundForm {...filled} />
      <div className="row gap-2">
        <Button text="Cancel" look="quiet" className="end" onClick={close} />
        <Button
          text="Show the text"
          look="strong"
          disabled={!isReady}
          onClick={() => void insertPrompt(chosen, prompt.name, args)}
        />
      </div>
    </fieldset>
  )
}
