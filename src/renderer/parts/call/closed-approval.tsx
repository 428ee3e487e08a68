import { Button } from '#renderer/parts/ui/button.tsx'
import { Icon } from '#renderer/parts/ui/icon.tsx'
import { Said } from '#renderer/parts/ui/said.tsx'
import type { ClosedPlace } from '#shared/call/plan'
import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'
import type { ApprovalProps } from './approval.tsx'
import { CardFrame, DenyButton, ProgramTag, useCard } from './approval-card.tsx'
import { useApprovalKeys } from './approval-keys.ts'
import { CommandText } from './command-text.tsx'
import { HeadingText } from './nature-chip.tsx'

type Access = ClosedPlace['access']

interface ClosedApprovalProps
  extends Pick<ApprovalProps, 'tool' | 'approval' | 'isMac' | 'isAnswering' | 'pager' | 'others' | 'program'> {
  closed: ClosedPlace
  onOpen: (access: Access) => void
  onDeny: () => void
}

const nameOf = (path: string) => toVisible(path.split(/[\\/]/).filter(Boolean).at(-1) ?? path).text

/** For a call that names a closed place. An opened folder stays open, so no key approves this. */
export function ClosedApproval(props: ClosedApprovalProps) {
  const { tool, approval, isMac, isAnswering, pager, others, program, closed, onOpen, onDeny } = props
  const { plan } = approval
  const { card, header, footer, takesKeys, armed, check } = useCard(approval.digest)
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
    <CardFrame
      {...{ tool, pager, card, header, digest: approval.digest }}
      heading={say('{folder} is closed to this chat', { folder: nameOf(closed.folder) })}
      chip={
        <span className="nature still" data-nature="closed">
          <Icon name="folder-locked" size={14} />
          {say('Closed folder')}
        </span>
      }
      target={
        <>
          {program !== undefined && <ProgramTag name={program} />}
          {closed.access === 'read' ? (
            <Said text="{tool} wants to read {path}" values={values} />
          ) : (
            <Said text="{tool} wants to change {path}" values={values} />
          )}
        </>
      }
      more={
        <p className="soft">
          {closed.access === 'read'
            ? say(
                'Open to read lets it look. Open to change also lets it change files there. Both last until you close it.',
              )
            : say('Open to change lets the commands of this chat read and change files there, until you close it.')}
        </p>
      }
    >
      <div className="approval-line">
        <CommandText plan={plan} size="line" isUnfolded onUnfold={() => {}} />
      </div>
      {others}
      <footer className="row wrap" ref={footer}>
        <span className="row gap-2 end">
          <DenyButton {...{ takesKeys, isAnswering, onDeny }} />
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
    </CardFrame>
  )
}
