import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  CircleDot,
  CircleSlash,
  LoaderCircle,
  type LucideIcon,
  ShieldX,
  TimerOff,
  Unplug,
} from 'lucide-react'
import type { CallStatus } from '#shared/requests/chat-requests'

const ICONS: Record<CallStatus, LucideIcon> = {
  proposed: CircleDashed,
  waiting: CircleDot,
  running: LoaderCircle,
  done: Check,
  failed: CircleAlert,
  denied: Ban,
  refused: ShieldX,
  canceled: CircleSlash,
  'timed-out': TimerOff,
  interrupted: Unplug,
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
