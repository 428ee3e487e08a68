import { useRef } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import type { ClosedPlace } from '#shared/call/plan'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import { type ApprovalProps, ProgramTag } from './approval.tsx'
import { useApprovalKeys, useTakesKeys } from './approval-keys.ts'
import { CommandText } from './command-text.tsx'
import { HeadingText } from './nature-chip.tsx'
import { useArming } from './use-arming.ts'

type Access = ClosedPlace['access']

interface ClosedApprovalProps
  extends Pick<ApprovalProps, 'tool' | 'approval' | 'isMac' | 'isAnswering' | 'pager' | 'others' | 'program'> {
  closed: ClosedPlace
  onOpen: (access: Access) => void
  onDeny: () => void
}

const nameOf = (path: string) => toVisible(path.split(/[\\/]/).filter(Boolean).at(-1) ?? path).text

/** A call names a place that is not open to its chat. What it opens stays open, so no key says yes. */
export function ClosedApproval(props: ClosedApprovalProps) {
  const { tool, approval, isMac, isAnswering, pager, others, program, closed, onOpen, onDeny } = props
  const { plan } = approval
  const card = useRef<HTMLFieldSetElement>(null)
  const header = useRef<HTMLElement>(null)
  const footer = useRef<HTMLElement>(null)
  const { armed, isSeen, check } = useArming(header, footer, approval.digest)
  const takesKeys = useTakesKeys(card, isSeen)
  useApprovalKeys(card, {
    ...{ isMac, takesKeys, isOpen: false },
    onKey: (command) => command === 'deny' && !isAnswering && onDeny(),
  })
  const open = (access: Access) => () => !isAnswering && check() && onOpen(access)
  const heading = plan.heading ? <HeadingText pieces={plan.heading.now} /> : <code>{tool}</code>
  const path = (
    <code className="from-model" dir="ltr">
      {toVisible(closed.path).text}
    </code>
  )
  const values = { tool: <b>{heading}</b>, path }
  return (
    <fieldset
      className="approval"
      ref={card}
      data-approval={approval.digest}
      aria-label={say('Approve {tool}', { tool })}
    >
      <header className="approval-head" ref={header}>
        <i className="waits" />
        <h2>{say('{folder} is closed to this chat', { folder: nameOf(closed.folder) })}</h2>
        <span className="nature still" data-nature="closed">
          <Icon name="folder-locked" size={14} />
          {say('Closed folder')}
        </span>
        {program !== undefined && <ProgramTag name={program} />}
        <p className="soft">
          {closed.access === 'read' ? (
            <Said text="{tool} wants to read {path}" values={values} />
          ) : (
            <Said text="{tool} wants to change {path}" values={values} />
          )}
        </p>
        {pager}
        <p className="soft">
          {closed.access === 'read'
            ? say(
                'Open to read lets it look. Open to change also lets it change files there. Both last until you close it.',
              )
            : say('Open to change lets the commands of this chat read and change files there, until you close it.')}
        </p>
      </header>
      <div className="approval-line">
        <CommandText plan={plan} size="line" isUnfolded onUnfold={() => {}} />
      </div>
      {others}
      <footer className="row wrap" ref={footer}>
        <span className="row gap-2 end">
          <Button
            look="quiet"
            className="deny"
            keys={takesKeys ? 'Esc' : undefined}
            disabled={isAnswering}
            onClick={onDeny}
          >
            {say('Deny')}
          </Button>
          <Button look={closed.access === 'write' ? 'strong' : 'plain'} disabled={!armed} onClick={open('write')}>
            {say('Open to change')}
          </Button>
          {closed.access === 'read' && (
            <Button look="strong" disabled={!armed} onClick={open('read')}>
              {say('Open to read')}
            </Button>
          )}
        </span>
      </footer>
    </fieldset>
  )
}
