import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { realOf } from '#main/runners/process/real-path'
import { findRealHome, listStartupPlaces, nameSecretPlaces } from '#main/runners/process/secret-places'
import type { Fact, FactType } from '#shared/facts'
import { isBelow, isInside } from '#shared/paths'
import type { OpenFolderRow } from '#shared/requests/requests'

export const FOLDER_FACTS: FactType[] = ['chat.folder-chosen', 'folder.opened', 'folder.closed']

type Access = 'read' | 'write'

/** What is open to one chat, as real paths. */
export interface GivenFolders {
  cwd: string
  read: string[]
  write: string[]
}

export interface FolderPorts {
  /** Where commands run if there is no `ownFolders`. */
  cwd: string
  /** Each chat without a chosen folder gets its own inside this one. */
  ownFolders?: string
  /** Skillet's data folder; neither it nor anything inside it is ever opened. */
  dataFolder?: string | null
}

/** Inside `ownFolders`: where calls outside any chat run. */
const OF_NO_CHAT = 'Playground'

const MOST_RECENT = 8

type Opened = Map<string, Access>

/** The folders that a person opened, folded from facts. */
export function makeChatFolders(ports: FolderPorts) {
  const always: Opened = new Map()
  const ofChats = new Map<string | null, Opened>()
  const chosen = new Map<string, string>()
  let recent: string[] = []
  const openedIn = (chat: string | null) => {
    const opened = ofChats.get(chat) ?? new Map<string, Access>()
    ofChats.set(chat, opened)
    return opened
  }
  const folderOf = (chat: string | null): string => {
    const own = ports.ownFolders === undefined ? ports.cwd : join(ports.ownFolders, chat ?? OF_NO_CHAT)
    return chosen.get(chat ?? '') ?? own
  }

  /** All open folders, the chat's own first. */
  function list(chat: string | null): OpenFolderRow[] {
    const cwd = realOf(folderOf(chat))
    const works = (['write', 'read'] as const).find((access) => mayOpen(cwd, access, ports.dataFolder))
    const opened: OpenFolderRow[] = [
      ...[...(ofChats.get(chat) ?? [])].map(([path, access]) => ({ path, access, lasts: 'chat' as const })),
      ...[...always].map(([path, access]) => ({ path, access, lasts: 'always' as const })),
    ]
    return [
      ...(works ? [{ path: cwd, access: works, lasts: 'works-here' as const }] : []),
      // If the path has become a link, it is no longer the folder that was opened.
      ...opened.filter(({ path, access }) => realOf(path) === path && mayOpen(path, access, ports.dataFolder)),
    ]
  }

  return {
    take(fact: Fact) {
      const { chat } = fact
      if (fact.type === 'chat.folder-chosen' && chat !== null) {
        if (fact.path === null) chosen.delete(chat)
        else {
          chosen.set(chat, fact.path)
          recent = [fact.path, ...recent.filter((path) => path !== fact.path)].slice(0, MOST_RECENT)
        }
      }
      if (fact.type === 'folder.opened') (fact.always ? always : openedIn(chat)).set(fact.path, fact.access)
      if (fact.type === 'folder.closed') (fact.always ? always : openedIn(chat)).delete(fact.path)
      if (fact.type === 'chat.deleted') ofChats.delete(chat)
      // A salvaged record may lack decisions, so none of them counts any more.
      if (fact.type === 'ledger.salvaged') for (const opened of [always, ...ofChats.values()]) opened.clear()
    },
    /** `null`: for a call outside any chat. */
    of(chat: string | null): GivenFolders {
      const rows = list(chat)
      return {
        cwd: folderOf(chat),
        read: [...new Set(rows.map(({ path }) => path))],
        write: [...new Set(rows.flatMap(({ path, access }) => (access === 'write' ? [path] : [])))],
      }
    },
    list,
    /** It works in a folder of its own, because none was chosen. */
    isOwn: (chat: string | null): boolean => ports.ownFolders !== undefined && !chosen.has(chat ?? ''),
    /** The folders that were chosen for chats, the latest first. */
    recent: (): string[] => recent.filter((path) => existsSync(path)),
    /** Creates the chat's own folder if it is not there yet. */
    async make(chat: string | null): Promise<void> {
      if (ports.ownFolders === undefined || chosen.has(chat ?? '')) return
      // If this fails, the call reports that its folder is missing.
      await mkdir(folderOf(chat), { recursive: true }).catch(() => {})
    },
  }
}

/** No command may write here, whoever opened it. */
const SYSTEM = '/usr /etc /opt /bin /sbin /lib /lib32 /lib64 /boot /var/lib /nix /gnu'.split(' ')
/** Never opened: these contain no ordinary files. */
const KERNEL = ['/proc', '/sys', '/dev', '/run']

/**
 * Whether a folder may be opened. Folders with keys, Skillet's data or the system never may. Places that programs are
 * started from may be read but not changed, so that nothing can be planted there.
 */
export function mayOpen(folder: string, access: Access, dataFolder: string | null = null, home = homedir()): boolean {
  return [...new Set([home, findRealHome(home)])].every((each) => mayOpenBeside(each, folder, access, dataFolder))
}

function mayOpenBeside(home: string, folder: string, access: Access, dataFolder: string | null): boolean {
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

/** The folder to open for a path, or null if none may be. */
export function folderFor(path: string, access: Access, dataFolder: string | null): string | null {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  const folder = isFolder ? path : dirname(path)
  return mayOpen(folder, access, dataFolder) ? folder : null
}
