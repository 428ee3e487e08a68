import * as lucide from 'lucide-react'
import type { CallStatus } from '#shared/requests/chat-requests'

const ICONS: Record<CallStatus, lucide.LucideIcon> = {
  proposed: lucide.CircleDashed,
  waiting: lucide.CircleDot,
  running: lucide.LoaderCircle,
  done: lucide.Check,
  failed: lucide.CircleAlert,
  denied: lucide.Ban,
  refused: lucide.ShieldX,
  canceled: lucide.CircleSlash,
  'timed-out': lucide.TimerOff,
  interrupted: lucide.Unplug,
}

/** One shape for each state, so that colour is never the only sign. */
export function StatusIcon({ status }: { status: CallStatus }) {
  const Icon = ICONS[status]
  return (
    <Icon
      className="status-icon still quiet"
      data-status={status}
      size="0.9375rem"
      strokeWidth={1.75}
      aria-hidden="true"
    />
  )
}
