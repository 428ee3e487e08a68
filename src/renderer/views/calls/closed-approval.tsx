import { CommandText } from '#renderer/parts/call/command-text.tsx'
import { HeadingText } from '#renderer/parts/call/nature-chip.tsx'
import { nameOfFolder } from '#renderer/parts/chat/folder-bar.tsx'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ClosedPlace } from '#shared/call/plan'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import { type Asked, CardFrame, useCard } from './approval-card.tsx'

/** For a call that names a closed place. An opened folder stays open, so no key approves this. */
export function ClosedApproval({ closed, ...asked }: Asked & { closed: ClosedPlace }) {
  const { call, approval } = asked
  const { plan } = approval
  const { answerApproval } = useApp.getState()
  const deny = () => void answerApproval(call.call, approval.digest, { decision: 'deny' })
  const state = useCard(asked, {
    isOpen: false,
    onKey: (command) => command === 'deny' && !state.isAnswering && deny(),
  })
  const open = (access: ClosedPlace['access']) => () => {
    if (!state.isAnswering && state.check())
      void answerApproval(call.call, approval.digest, { decision: 'open', access })
  }
  const isReading = closed.access === 'read'
  const heading = plan.heading ? <HeadingText pieces={plan.heading.now} /> : <code>{call.tool}</code>
  const path = (
    <code className="from-model" dir="ltr">
      {toVisible(closed.path).text}
    </code>
  )
  return (
    <CardFrame
      {...{ ...asked, state }}
      heading={say('{folder} is closed to this chat', { folder: nameOfFolder(closed.folder) })}
      chip={
        <span className="nature still" data-nature="closed">
          <Icon name="folder-locked" size={14} />
          {say('Closed folder')}
        </span>
      }
      target={
        <Said
          text={isReading ? '{tool} wants to read {path}' : '{tool} wants to change {path}'}
          values={{ tool: <b>{heading}</b>, path }}
        />
      }
      more={
        <p className="soft">
          {say(
            isReading
              ? 'Open to read lets it look. Open to change also lets it change files there. Both last until you close it.'
              : 'Open to change lets the commands of this chat read and change files there, until you close it.',
          )}
        </p>
      }
      buttons={
        <>
          <Button
            text="Open to change"
            look={isReading ? 'plain' : 'strong'}
            disabled={!state.armed}
            onClick={open('write')}
          />
          {isReading && <Button text="Open to read" look="strong" disabled={!state.armed} onClick={open('read')} />}
        </>
      }
      onDeny={deny}
    >
      <div className="approval-line">
        <CommandText plan={plan} size="line" isUnfolded onUnfold={() => {}} />
      </div>
    </CardFrame>
  )
}
