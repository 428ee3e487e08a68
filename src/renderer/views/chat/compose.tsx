import { useEffect, useState } from 'react'
import { focusComposer, thenFocusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { FolderBar } from '#renderer/parts/chat/folder-bar.tsx'
import { Options, useOptions } from '#renderer/parts/ui/chooser.tsx'
import { Button, Form, IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { composerCommandOf } from '#renderer/parts/ui/keys.ts'
import { type App, useApp } from '#renderer/store/app.ts'
import { toolsOffIn } from '#renderer/store/choices.ts'
import { type Command, usableCommands } from '#renderer/store/commands.ts'
import { draftIn, MOST_IN_BOX, wholeText } from '#renderer/store/drafts.ts'
import { waitingCalls } from '#renderer/views/calls/waiting.ts'
import { isPictureType } from '#shared/chat/picture'
import { say } from '#shared/messages/say'
import { LONGEST_MESSAGE } from '#shared/requests/chat-requests'
import type { Skill } from '#shared/skill/skill'
import { toVisible } from '#shared/visible'
import { AboveComposer } from './above-composer.tsx'
import { ChoiceChips } from './compose-chips.tsx'
import { ContextMeter } from './context-meter.tsx'
import { Attached } from './media.tsx'

const NONE: readonly SlashChoice[] = []

export function Compose() {
  const draft = useApp(draftIn)
  const isRunning = useApp((app) => Boolean(app.chat?.turn))
  // A call that waits for a decision uses the Esc key.
  const isWaiting = useApp((app) => waitingCalls(app.chat).length > 0)
  const isSending = useApp((app) => app.isSending)
  const skills = useApp((app) => app.skills)
  const hasChat = useApp((app) => app.chat !== null)
  const [isClosed, setClosed] = useState(false)
  useFocusOn(draft.turn)
  useFocusOn(useApp((app) => app.newChats))
  const justEnded = useJustEnded(isRunning)
  useStrayTyping()
  useReadAhead(draft.text !== '')
  const { attachPictures, send, stop, write } = useApp.getState()
  const { text, images, longTexts, turn } = draft
  const { length } = wholeText(draft)
  const isRewriting = turn !== undefined
  const isTooLong = length > LONGEST_MESSAGE
  const hasNothing = text === '' && images.length + longTexts.length === 0
  const isEmpty = isTooLong || (text.trim() === '' && images.length + longTexts.length === 0)
  const off = useApp(toolsOffIn)
  const choices = isRewriting || isClosed ? NONE : slashChoices(text, skills ?? [], usableCommands(hasChat), off.skills)
  const list = useOptions(choices.length)
  return (
    <Form className="composer still" onSend={thenFocusComposer(() => !isEmpty && send())}>
      <AboveComposer />
      {isRewriting && (
        <p className="pad-left-3 row gap-3 apart soft tiny">
          <span>{say('Editing your message. The previous version is kept.')}</span>
          <Button text="Cancel" look="quiet" keys="Esc" onClick={thenFocusComposer(useApp.getState().stopRewriting)} />
        </p>
      )}
      <SlashList {...{ list, choices }} />
      <div className="composer-box">
        <Folders />
        <Attached />
        <textarea
          aria-label={say('Message')}
          aria-autocomplete="list"
          aria-controls={choices.length > 0 ? list.id : undefined}
          aria-activedescendant={list.active}
          placeholder={say(isRunning ? 'Queue a follow-up' : 'Ask anything')}
          value={text}
          rows={1}
          dir="auto"
          // biome-ignore lint/a11y/noAutofocus: the window opens to be written in
          autoFocus
          onChange={({ target }) => {
            write({ text: target.value })
            list.setAt(0)
            setClosed(false)
          }}
          onPaste={(event) => {
            const files = pastedPictures(event.clipboardData)
            const pasted = event.clipboardData.getData('text/plain')
            if (files.length > 0) void attachPictures(files)
            else if (pasted.length > MOST_IN_BOX) write({ longTexts: [...longTexts, pasted] })
            else return
            event.preventDefault()
          }}
          onKeyDown={(event) => {
            const press = event.nativeEvent
            const key = choices.length > 0 ? slashKeyOf(press) : null
            const command = composerCommandOf(press, isRunning, hasNothing)
            if (key === 'close') setClosed(true)
            else if (key === 'choose') choose(choices[list.current])
            else if (key) list.move(press.key)
            else if (isRewriting && press.key === 'Escape' && !press.isComposing) useApp.getState().stopRewriting()
            else if (!command || (command === 'stop' && isWaiting)) return
            else if (command === 'stop') void stop()
            else if (command === 'edit-last') editLast()
            else if (!isEmpty && !isSending) void send()
            event.preventDefault()
          }}
        />
        {isTooLong && (
          <p className="composer-note bad small" role="alert">
            {say(
              'This message has {count} characters; the limit is {most}. Shorten it, or attach only the part that matters.',
              { count: formatCount(length), most: formatCount(LONGEST_MESSAGE) },
            )}
          </p>
        )}
        <div className="composer-foot row gap-2 apart">
          <div className="composer-chips fill row wrap">
            <IconButton
              icon="attach"
              label={say('Attach a text file or a picture')}
              onClick={useApp.getState().attachFiles}
            />
            <ChoiceChips />
          </div>
          <ContextMeter />
          {isRunning && !isEmpty && <Button text="Queue" type="submit" disabled={isSending} />}
          {isRunning ? (
            <Button
              key="stop"
              text="Stop"
              look="strong"
              keys={isWaiting ? undefined : 'Esc'}
              // The second half of a double click on Send is not meant for it.
              onClick={thenFocusComposer(({ detail }) => detail < 2 && stop())}
            />
          ) : (
            <Button key="send" text="Send" look="strong" type="submit" disabled={isEmpty || isSending || justEnded} />
          )}
        </div>
      </div>
    </Form>
  )
}

/** Lets the model read what comes before the next message, and look again when the person begins to type it. */
function useReadAhead(isTyping: boolean): void {
  const open = useApp((app) => app.open)
  const model = useApp(({ settings }) => settings.model)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another model has not read it
  useEffect(() => void useApp.getState().readAhead(open), [open, model])
  useEffect(() => {
    if (isTyping) void useApp.getState().readAhead(open, true)
  }, [open, isTyping])
}

/** "Edit" and "New chat" move the focus to the box. */
function useFocusOn(reason: string | number | undefined): void {
  useEffect(() => {
    if (reason !== undefined) focusComposer()
  }, [reason])
}

/** For as long as a click may still be meant for Stop, where Send now is. */
const MISTAKEN_MS = 500

function useJustEnded(isRunning: boolean): boolean {
  const [wasRunning, setRan] = useState(isRunning)
  useEffect(() => {
    if (isRunning) return setRan(true)
    const timer = setTimeout(() => setRan(false), MISTAKEN_MS)
    return () => clearTimeout(timer)
  }, [isRunning])
  return wasRunning && !isRunning
}

/** What is typed while nothing has the focus, because what had it went away, goes to the box. */
function useStrayTyping(): void {
  useEffect(() => {
    const receive = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      if (isText && document.activeElement === document.body && !document.querySelector('dialog[open], :popover-open'))
        focusComposer()
    }
    window.addEventListener('keydown', receive)
    return () => window.removeEventListener('keydown', receive)
  }, [])
}

/** A copied table arrives as text and as a picture; the text is meant. */
function pastedPictures({ files, types }: DataTransfer): File[] {
  return types.includes('text/plain') ? [] : [...files].filter(({ type }) => isPictureType(type))
}

interface SlashListProps {
  list: Parameters<typeof Options>[0]['list']
  choices: readonly SlashChoice[]
}

/** Above the box, which keeps the focus and the keys. */
export function SlashList({ list, choices }: SlashListProps) {
  if (choices.length === 0) return null
  return (
    <Options
      className="slash-list chooser-list"
      label={say('Commands and skills')}
      {...{ list }}
      options={choices}
      option={() => ({ className: 'choice row gap-4 apart' })}
      onChoose={choose}
    >
      {({ word, name }) => (
        <>
          <span className="mono still small">/{word}</span>
          <small className="truncate still soft small">{toVisible(name).text}</small>
        </>
      )}
    </Options>
  )
}

function choose(choice: SlashChoice | undefined): void {
  useApp.getState().write({ text: '' })
  choice?.run(useApp.getState())
}

function editLast(): void {
  const { chat, rewrite } = useApp.getState()
  const last = chat?.entries.findLast((entry) => entry.kind === 'message' && entry.role === 'user')
  if (last?.kind === 'message' && last.turn !== undefined) rewrite(last.turn)
}

function Folders() {
  const open = useApp((app) => app.open)
  const folders = useApp((app) => app.folders)
  const { readFolders, chooseFolder, openFolder, closeFolder } = useApp.getState()
  useEffect(() => void readFolders(open), [open, readFolders])
  return folders && <FolderBar {...folders} onChoose={chooseFolder} onOpen={openFolder} onClose={closeFolder} />
}

/** What `/` and a word in the composer mean: a command, a skill to mention, or a prompt of a server. */
interface SlashChoice {
  key: string
  word: string
  name: string
  run(app: App): void
}

const TYPED = /^\/([\w-]*)$/
const MOST = 8

/** Empty if the text is more than `/` and the start of a word: then it is an ordinary message. */
export function slashChoices(
  draft: string,
  skills: readonly Pick<Skill, 'name' | 'description' | 'state' | 'enabled' | 'offers'>[],
  commands: readonly Command[],
  off: readonly string[],
): SlashChoice[] {
  const typed = TYPED.exec(draft)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  const usable = skills.filter(({ name, state, enabled }) => state === 'trusted' && enabled && !off.includes(name))
  const choices = [
    ...commands.flatMap(({ name, words = [], run }) => words.map((word) => ({ word, name: say(name), run }))),
    ...usable.map(({ name: word, description: name }) => {
      const text = say('Use the skill {skill}: ', { skill: word })
      return { word, name, run: ({ write }: App) => write({ text }) }
    }),
    ...usable.flatMap(promptsOf),
  ]
  const fitting = choices.filter(({ word }) => word.toLowerCase().startsWith(typed)).slice(0, MOST)
  return fitting.map((choice) => ({ ...choice, key: `${choice.word} ${choice.name}` }))
}

const promptsOf = ({ name: skill, offers = [] }: Pick<Skill, 'name' | 'offers'>) =>
  offers.flatMap(({ server, prompts }) =>
    prompts.map((prompt) => ({
      word: `${server}-${prompt.name}`.replace(/[^\w-]+/g, '-'),
      name: prompt.description || prompt.name,
      run: ({ choosePrompt }: App) => choosePrompt({ skill, server }, prompt),
    })),
  )

type SlashKey = 'up' | 'down' | 'choose' | 'close'

/** While the list is open it uses these keys. */
export function slashKeyOf(press: { key: string; isComposing: boolean; shiftKey: boolean }): SlashKey | null {
  if (press.isComposing || press.key === 'Process' || press.shiftKey) return null
  const keys: Record<string, SlashKey> = {
    ...{ ArrowUp: 'up', ArrowDown: 'down', Enter: 'choose', Tab: 'choose', Escape: 'close' },
  }
  return Object.hasOwn(keys, press.key) ? (keys[press.key] ?? null) : null
}
