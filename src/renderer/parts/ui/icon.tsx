import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  Brain,
  Check,
  ChevronLeft,
  ChevronRight,
  Command,
  Copy,
  Download,
  Eye,
  type LucideIcon,
  PanelLeft,
  PanelRight,
  Paperclip,
  Pencil,
  Pin,
  PinOff,
  Plus,
  RotateCcw,
  Search,
  Trash2,
  Type,
  Wrench,
  X,
} from 'lucide-react'

const ICONS = {
  archive: Archive,
  attach: Paperclip,
  check: Check,
  close: X,
  command: Command,
  copy: Copy,
  delete: Trash2,
  down: ArrowDown,
  download: Download,
  edit: Pencil,
  inspect: PanelRight,
  left: ChevronLeft,
  new: Plus,
  pin: Pin,
  rename: Pencil,
  repeat: RotateCcw,
  right: ChevronRight,
  search: Search,
  sidebar: PanelLeft,
  text: Type,
  think: Brain,
  tools: Wrench,
  unarchive: ArchiveRestore,
  unpin: PinOff,
  up: ArrowUp,
  vision: Eye,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof ICONS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const Drawn = ICONS[name]
  return <Drawn size={`${size / 16}rem`} strokeWidth={1.75} aria-hidden="true" />
}
