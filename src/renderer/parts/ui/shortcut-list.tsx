import { ALL_COMMANDS, OTHER_KEYS } from '#renderer/parts/chat/commands.ts'
import { say } from '#shared/messages/say'
import { IconButton } from './button.tsx'
import { keyLabel } from './keys.ts'
import { Overlay } from './overlay.tsx'

/** Every shortcut, from the table that implements them. */
export function ShortcutList({ isMac, onClose }: { isMac: boolean; onClose: () => void }) {
  const all = [...ALL_COMMANDS.flatMap(({ keys, ...rest }) => (keys ? [{ keys, ...rest }] : [])), ...OTHER_KEYS]
  return (
    <Overlay label={say('Keyboard shortcuts')} onClose={onClose}>
      <header className="overlay-header row apart still ruled pad">
        <h2>{say('Keyboard shortcuts')}</h2>
        <IconButton icon="close" label={say('Close')} onClick={onClose} />
      </header>
      <div className="shortcuts">
        {[...new Set(all.map(({ group }) => group))].map((group) => (
          <section key={group} aria-label={say(group)}>
            <h3 className="group-name quiet tiny">{say(group)}</h3>
            <dl>
              {all
                .filter((one) => one.group === group)
                .map(({ name, keys }) => (
                  <div className="gap-3 apart" key={name}>
                    <dt>{say(name)}</dt>
                    <dd>
                      <kbd className="still truncate soft small">{keyLabel(keys, isMac)}</kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Overlay>
  )
}
