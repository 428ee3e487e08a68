import * as lucide from 'lucide-react'
import type { CallStatus } from '#shared/requests/chat-requests'

const ICONS = {
  archive: lucide.Archive,
  attach: lucide.Paperclip,
  check: lucide.Check,
  close: lucide.X,
  code: lucide.SquareTerminal,
  command: lucide.Command,
  copy: lucide.Copy,
  delete: lucide.Trash2,
  down: lucide.ArrowDown,
  edit: lucide.Pencil,
  folder: lucide.Folder,
  'folder-locked': lucide.FolderLock,
  globe: lucide.Globe,
  inspect: lucide.PanelRight,
  left: lucide.ChevronLeft,
  new: lucide.Plus,
  pin: lucide.Pin,
  rename: lucide.Pencil,
  repeat: lucide.RotateCcw,
  right: lucide.ChevronRight,
  search: lucide.Search,
  sidebar: lucide.PanelLeft,
  text: lucide.Type,
  think: lucide.Brain,
  tools: lucide.Wrench,
  unarchive: lucide.ArchiveRestore,
  undo: lucide.Undo2,
  unknown: lucide.CircleHelp,
  unpin: lucide.PinOff,
  up: lucide.ArrowUp,
  vision: lucide.Eye,
  warning: lucide.TriangleAlert,
} satisfies Record<string, lucide.LucideIcon>

export type IconName = keyof typeof ICONS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const Drawn = ICONS[name]
  return <Drawn size={`${size / 16}rem`} strokeWidth={1.75} aria-hidden="true" />
}

const STATUS_ICONS: Record<CallStatus, lucide.LucideIcon> = {
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
  const Drawn = STATUS_ICONS[status]
  return (
    <Drawn
      className="status-icon still quiet"
      data-status={status}
      size="0.9375rem"
      strokeWidth={1.75}
      aria-hidden="true"
    />
  )
}
