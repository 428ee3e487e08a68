import { type LucideIcon, PanelLeft, PanelRight, Pencil, Plus, Trash2, X } from 'lucide-react'

const ICONS = {
  close: X,
  delete: Trash2,
  inspect: PanelRight,
  new: Plus,
  rename: Pencil,
  sidebar: PanelLeft,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof ICONS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const Drawn = ICONS[name]
  return <Drawn size={`${size / 16}rem`} strokeWidth={1.75} aria-hidden="true" />
}
