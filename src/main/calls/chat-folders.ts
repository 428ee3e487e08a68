import { existsSync, realpathSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { listStartupPlaces, nameSecretPlaces } from '#main/runners/process/secret-places'
import type { Fact, FactType } from '#shared/facts'
import { isBelow, isInside } from '#shared/paths'
import type { OpenFolderRow } from '#shared/requests/requests'

export const FOLDER_FACTS: FactType[] = ['chat.folder-chosen', 'folder.opened', 'folder.closed']

type Access = 'read' | 'write'

/** What is open to one chat, by real paths. */
export interface GivenFolders {
  /** Where its commands run. */
  cwd: string
  read: string[]
  write: string[]
}

export interface ChatFolders {
  take(fact: Fact): void
  /** Of a call in no chat, where none is named. */
  of(chat: string | null): GivenFolders
  /** What was opened, the chat's own first. */
  list(chat: string | null): OpenFolderRow[]
  /** Makes the chat's own folder, where it works in one that is not there yet. */
  make(chat: string | null): Promise<void>
}

export interface FolderPorts {
  /** Where commands run, where `ownFolders` is not given. */
  cwd: string
  /** Each chat for which none was chosen gets a folder of its own in this one. */
  ownFolders?: string
  /** Never opened, nor anything in it: the data of Skillet. */
  dataFolder?: string | null
}

/** Below the own folders: where a call runs that a person makes in no chat. */
const OF_NO_CHAT = 'Playground'

type Opened = Map<string, Access>

/** The folders a person opened, to one chat or to all: a fold of facts. */
export function makeChatFolders(ports: FolderPorts): ChatFolders {
  const always: Opened = new Map()
  const ofChats = new Map<string | null, Opened>()
  const chosen = new Map<string, string>()
  const openedIn = (chat: string | null) => {
    const opened = ofChats.get(chat) ?? new Map<string, Access>()
    ofChats.set(chat, opened)
    return opened
  }
  const folderOf = (chat: string | null): string => {
    const own = ports.ownFolders === undefined ? ports.cwd : join(ports.ownFolders, chat ?? OF_NO_CHAT)
    return chosen.get(chat ?? '') ?? own
  }

  function list(chat: string | null): OpenFolderRow[] {
    const cwd = realOf(folderOf(chat))
    const works = (['write', 'read'] as const).find((access) => mayOpen(cwd, access, ports.dataFolder))
    const rows: OpenFolderRow[] = [
      ...(works ? [{ path: cwd, access: works, lasts: 'works-here' as const }] : []),
      ...[...(ofChats.get(chat) ?? [])].map(([path, access]) => ({ path, access, lasts: 'chat' as const })),
      ...[...always].map(([path, access]) => ({ path, access, lasts: 'always' as const })),
    ]
    // A folder that became a link is not the one that was opened.
    return rows.filter(({ path, access }) => realOf(path) === path && mayOpen(path, access, ports.dataFolder))
  }

  return {
    take(fact) {
      const { chat } = fact
      if (fact.type === 'chat.folder-chosen' && chat !== null) {
        if (fact.path === null) chosen.delete(chat)
        else chosen.set(chat, fact.path)
      }
      if (fact.type === 'folder.opened') (fact.always ? always : openedIn(chat)).set(fact.path, fact.access)
      if (fact.type === 'folder.closed') (fact.always ? always : openedIn(chat)).delete(fact.path)
      if (fact.type === 'chat.deleted') ofChats.delete(chat)
      // What was decided before cannot be known whole any more.
      if (fact.type === 'ledger.salvaged') for (const opened of [always, ...ofChats.values()]) opened.clear()
    },
    of(chat) {
      const rows = list(chat)
      return {
        cwd: folderOf(chat),
        read: [...new Set(rows.map(({ path }) => path))],
        write: [...new Set(rows.flatMap(({ path, access }) => (access === 'write' ? [path] : [])))],
      }
    },
    list,
    async make(chat) {
      if (ports.ownFolders === undefined || chosen.has(chat ?? '')) return
      // Where it cannot be made, the call says that its folder is not there.
      await mkdir(folderOf(chat), { recursive: true }).catch(() => {})
    },
  }
}

/** Not written by any command, whoever opened it. */
const SYSTEM = [
  '/usr',
  '/etc',
  '/opt',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/boot',
  '/var/lib',
  '/nix',
  '/gnu',
]
/** Not opened at all: they are no folders of files. */
const KERNEL = ['/proc', '/sys', '/dev', '/run']

/**
 * Whether a folder may be opened at all. What holds keys, Skillet's data or the system never may; what holds a place from
 * which programs are started later may be read, and not changed, so that none can be put there.
 */
export function mayOpen(folder: string, access: Access, dataFolder: string | null = null, home = homedir()): boolean {
  const secrets = nameSecretPlaces(home)
  const never = [...KERNEL, ...secrets, ...(dataFolder === null ? [] : [dataFolder])]
  if (isInside(home, folder) && home !== folder) return false
  if (never.some((place) => isInside(folder, place))) return false
  if (access === 'read') return true
  const kept = [...listStartupPlaces(home), ...secrets]
  return (
    !SYSTEM.some((place) => isInside(folder, place)) &&
    !kept.some((place) => isInside(folder, place) || isBelow(place, folder))
  )
}

/** The folder to open for a path, or null where none may be. */
export function folderFor(path: string, access: Access, dataFolder: string | null): string | null {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  const folder = isFolder ? path : dirname(path)
  return mayOpen(folder, access, dataFolder) ? folder : null
}

/** Of what is not there, as it would be. */
function realOf(path: string): string {
  try {
    if (existsSync(path)) return realpathSync(path)
  } catch {
    // A loop of links leads nowhere.
  }
  const parent = dirname(resolve(path))
  return parent === path ? path : join(realOf(parent), path.slice(parent.length))
}
