import { useMemo } from 'react'
import { type Choice, Chooser } from '#renderer/parts/ui/chooser.tsx'
import { Button, useTyping } from '#renderer/parts/ui/controls.tsx'
import { formatMoment } from '#renderer/parts/ui/figures.ts'
import { keyLabel } from '#renderer/parts/ui/keys.ts'
import { Scroll } from '#renderer/parts/ui/layout.tsx'
import { Overlay } from '#renderer/parts/ui/overlay.tsx'
import { useApp } from '#renderer/store/app.ts'
import { COMMANDS, usableCommands } from '#renderer/store/commands.ts'
import { modelsIn } from '#renderer/store/models.ts'
import { canChat, shortFigures } from '#renderer/views/models/model-words.ts'
import { say, type Text } from '#shared/messages/say'

const close = () => useApp.getState().openOverlay(null)

export function Overlays() {
  const overlay = useApp((app) => app.overlay)
  const turn = useApp((app) => app.answeringAgain)
  if (turn !== null) return <Answerer turn={turn} />
  if (overlay === 'palette') return <Palette />
  if (overlay === 'search') return <SearchBox />
  if (overlay === 'shortcuts') return <ShortcutList />
  return null
}

const useMac = () => useApp((app) => app.about?.platform === 'darwin')

function Palette() {
  const isMac = useMac()
  const hasChat = useApp((app) => app.open !== null)
  const summaries = useApp((app) => app.summaries)
  const models = useApp(modelsIn)
  const all = useMemo<(Choice & { run: () => void })[]>(() => {
    const app = useApp.getState()
    const commands = usableCommands(hasChat).filter(({ id }) => id !== 'open-palette')
    return [
      ...commands.map(({ id, name, keys, group, run }) => ({
        ...{ key: id, name: say(name), hint: keys ? keyLabel(keys, isMac) : say(group) },
        run: () => run(useApp.getState()),
      })),
      ...summaries.map(({ chat, title }) => ({
        ...{ key: `chat ${chat}`, name: title || say('New chat'), hint: say('Chat') },
        run: () => void app.openChat(chat),
      })),
      ...models.map(({ name }) => ({
        ...{ key: `model ${name}`, name: say('Use {model}', { model: name }), hint: say('Model') },
        run: () => void app.changeSetting('model', name),
      })),
    ]
  }, [hasChat, summaries, models, isMac])
  return (
    <Chooser
      label={say('Command palette')}
      placeholder={say('Search commands, chats and models')}
      nothing={say('No results')}
      choices={all}
      onClose={close}
      onChoose={({ run }) => {
        close()
        run()
      }}
    />
  )
}

function Answerer({ turn }: { turn: string }) {
  const models = useApp(modelsIn)
  const { chooseAnswerer, regenerate } = useApp.getState()
  return (
    <Chooser
      label={say('Answer again with…')}
      placeholder={say('Search models')}
      nothing={say('No results')}
      choices={models
        .filter(canChat)
        .map((model) => ({ key: model.name, name: model.name, hint: shortFigures(model) }))}
      onClose={() => chooseAnswerer(null)}
      onChoose={({ name }) => void regenerate(turn, name)}
    />
  )
}

function SearchBox() {
  const { typed, found } = useApp((app) => app.search)
  const [text, setText] = useTyping(typed, useApp.getState().searchMessages)
  return (
    <Chooser
      label={say('Search all chats')}
      placeholder={say('Search messages in all chats')}
      nothing={say(text.trim() === '' ? 'Finds messages that contain all your words.' : 'No results')}
      typed={typed}
      choices={found.map((message) => {
        const { seq, at, title, before, match, after } = message
        const found = { before, match, after }
        return { key: String(seq), name: match, found, hint: `${title} · ${formatMoment(at)}`, message }
      })}
      onType={setText}
      onClose={close}
      onChoose={({ message: { chat, seq, beside } }) => {
        close()
        void useApp.getState().goToMessage(chat, seq, beside)
      }}
    />
  )
}

/** Keys that work only in one place. */
const OTHER_KEYS = [
  { name: 'Send, or queue while the model is working', keys: 'Enter', group: 'Writing' },
  { name: 'New line', keys: 'Shift+Enter', group: 'Writing' },
  { name: 'Commands and skills', keys: '/', group: 'Writing' },
  { name: 'Edit your last message (when the box is empty)', keys: '↑', group: 'Writing' },
  { name: 'Stop the model', keys: 'Esc', group: 'Writing' },
  { name: 'Run the command once', keys: 'Mod+Enter', group: 'Approvals' },
  { name: 'Deny the command', keys: 'Esc', group: 'Approvals' },
  { name: 'Zoom in', keys: 'Mod+=', group: 'Window' },
  { name: 'Zoom out', keys: 'Mod+-', group: 'Window' },
  { name: 'Actual size', keys: 'Mod+0', group: 'Window' },
] as const satisfies readonly { name: Text; keys: string; group: Text }[]

export function ShortcutList() {
  const isMac = useMac()
  const all = [...COMMANDS, ...OTHER_KEYS]
  return (
    <Overlay label={say('Keyboard shortcuts')} heading={<h2>{say('Keyboard shortcuts')}</h2>} onClose={close}>
      <Scroll className="shortcuts" label={say('Shortcuts')}>
        {[...new Set(all.map(({ group }) => group))].map((group) => (
          <section key={group} aria-label={say(group)}>
            <h3 className="group-name quiet tiny">{say(group)}</h3>
            <dl>
              {all.map(
                ({ name, keys, ...one }) =>
                  keys !== undefined &&
                  one.group === group && (
                    <div className="gap-3 apart" key={name}>
                      <dt>{say(name)}</dt>
                      <dd>
                        <kbd className="still truncate soft small">{keyLabel(keys, isMac)}</kbd>
                      </dd>
                    </div>
                  ),
              )}
            </dl>
          </section>
        ))}
      </Scroll>
    </Overlay>
  )
}

export function Undo() {
  const deleted = useApp((app) => app.deleted)
  if (!deleted) return null
  return (
    <div className="undo row gap-4" role="status">
      <span className="grow truncate">{say('“{title}” deleted.', { title: deleted.title || say('New chat') })}</span>
      <Button text="Undo" onClick={() => void useApp.getState().restoreChat(deleted.chat)} />
    </div>
  )
}
