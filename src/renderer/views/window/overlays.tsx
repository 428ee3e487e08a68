import { useEffect, useMemo, useState } from 'react'
import { type Choice, matchChoices, usableCommands } from '#renderer/parts/chat/commands.ts'
import { canChat, shortFigures } from '#renderer/parts/model/model-words.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { Chooser } from '#renderer/parts/ui/chooser.tsx'
import { formatMoment } from '#renderer/parts/ui/figures.ts'
import { keyLabel } from '#renderer/parts/ui/keys.ts'
import { ShortcutList } from '#renderer/parts/ui/shortcut-list.tsx'
import { useApp } from '#renderer/store/app.ts'
import { say } from '#shared/messages/say'
import type { OllamaModel } from '#shared/requests/requests'
import { runCommand } from './run-command.ts'

const close = () => useApp.getState().openOverlay(null)

/** What covers everything else, one at a time. */
export function Overlays() {
  const overlay = useApp((app) => app.overlay)
  const isMac = useApp((app) => app.about?.platform === 'darwin')
  const turn = useApp((app) => app.answeringAgain)
  if (turn !== null) return <Answerer turn={turn} />
  if (overlay === 'palette') return <Palette isMac={isMac} />
  if (overlay === 'search') return <SearchBox />
  if (overlay === 'shortcuts') return <ShortcutList isMac={isMac} onClose={close} />
  return null
}

interface Doable extends Choice {
  run: () => void
}

function Palette({ isMac }: { isMac: boolean }) {
  const [typed, setTyped] = useState('')
  const hasChat = useApp((app) => app.open !== null)
  const summaries = useApp((app) => app.summaries)
  const ollama = useApp((app) => app.ollama)
  const all = useMemo<Doable[]>(() => {
    const app = useApp.getState()
    const commands = usableCommands(hasChat).filter(({ id }) => id !== 'open-palette')
    const models = ollama?.state === 'ready' ? ollama.models : []
    return [
      ...commands.map(({ id, name, keys, group }) => ({
        ...{ key: id, name: say(name), group: say(group), hint: keys ? keyLabel(keys, isMac) : '' },
        run: () => runCommand(id),
      })),
      ...summaries.map(({ chat, title }) => ({
        ...{ key: `chat ${chat}`, name: title || say('New chat'), group: say('Chat'), hint: '' },
        run: () => void app.openChat(chat),
      })),
      ...models.map(({ name }) => ({
        ...{ key: `model ${name}`, name: say('Use {model}', { model: name }), group: say('Model'), hint: '' },
        run: () => void app.changeSetting('model', name),
      })),
    ]
  }, [hasChat, summaries, ollama, isMac])
  return (
    <Chooser
      label={say('Command palette')}
      placeholder={say('Search commands, chats and models')}
      nothing={say('No results')}
      typed={typed}
      choices={matchChoices(all, typed)}
      onType={setTyped}
      onClose={close}
      onChoose={(key) => {
        close()
        all.find((choice) => choice.key === key)?.run()
      }}
    />
  )
}

/** The models that can answer this turn again. */
function Answerer({ turn }: { turn: string }) {
  const [typed, setTyped] = useState('')
  const models = useApp(({ ollama }) => (ollama?.state === 'ready' ? ollama.models : NO_MODELS))
  const { chooseAnswerer, regenerate } = useApp.getState()
  const choices = models
    .filter(canChat)
    .map((model) => ({ key: model.name, name: model.name, group: '', hint: shortFigures(model) }))
  return (
    <Chooser
      label={say('Answer again with…')}
      placeholder={say('Search models')}
      nothing={say('No results')}
      typed={typed}
      choices={matchChoices(choices, typed)}
      onType={setTyped}
      onClose={() => chooseAnswerer(null)}
      onChoose={(model) => void regenerate(turn, model)}
    />
  )
}

const NO_MODELS: readonly OllamaModel[] = []
const TYPING_MS = 150

function SearchBox() {
  const { typed, found } = useApp((app) => app.search)
  const [text, setText] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => void useApp.getState().searchMessages(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <Chooser
      label={say('Search all chats')}
      placeholder={say('Search messages in all chats')}
      nothing={say(text.trim() === '' ? 'Finds messages that contain all your words.' : 'No results')}
      typed={text}
      choices={found.map(({ seq, at, title, before, match, after }) => ({
        ...{ key: String(seq), name: `${before}${match}${after}`, group: '', found: { before, match, after } },
        hint: `${title} · ${formatMoment(at)}`,
      }))}
      onType={setText}
      onClose={close}
      onChoose={(key) => {
        close()
        const message = found.find(({ seq }) => String(seq) === key)
        if (message) void useApp.getState().goToMessage(message.chat, message.seq, message.beside)
      }}
    />
  )
}

/** The last deletion, while it can be undone here. */
export function Undo() {
  const deleted = useApp((app) => app.deleted)
  if (!deleted) return null
  return (
    <div className="undo row gap-4" role="status">
      <span className="grow truncate">{say('“{title}” deleted.', { title: deleted.title || say('New chat') })}</span>
      <Button onClick={() => void useApp.getState().restoreChat(deleted.chat)}>{say('Undo')}</Button>
    </div>
  )
}
