import { Icon } from '#renderer/parts/ui/icon.tsx'
import { say } from '#shared/messages/say'
import type { OpenFolderRow } from '#shared/requests/requests'
import { toVisible } from '#shared/visible'

interface FolderBarProps {
  cwd: string
  folders: readonly OpenFolderRow[]
  /** A sandbox really keeps commands out of everything else. */
  isEnforced: boolean
  /** It is the chat’s own, named after its id. */
  isOwn?: boolean
  recent?: readonly string[]
  /** Without a path in a dialog of the system; null is the chat's own folder. */
  onChoose: (path?: string | null) => void
  onOpen: (access: 'read' | 'write') => void
  onClose: (row: OpenFolderRow) => void
}

const OF_CHAT = 'own'

export const nameOfFolder = (path: string) => toVisible(path.split(/[\\/]/).filter(Boolean).at(-1) ?? path).text

export function FolderBar(props: FolderBarProps) {
  const { cwd, folders, isEnforced, isOwn = false, recent, onChoose, onOpen, onClose } = props
  const name = isOwn ? say('This chat’s folder') : nameOfFolder(cwd)
  return (
    <fieldset className="folder-bar row wrap small" aria-label={say('Folders')}>
      <button
        type="button"
        className="folder-main row"
        title={toVisible(cwd).text}
        aria-label={say('Works in {folder}. Choose another folder', { folder: name })}
        onClick={() => onChoose()}
      >
        <Icon name="folder" size={14} />
        <span className="truncate">{name}</span>
      </button>
      {recent && (recent.length > 0 || !isOwn) && (
        <span className="folder-recent">
          <select
            aria-label={say('Recent folders')}
            value=""
            onChange={({ target: { value } }) => onChoose(value === OF_CHAT ? null : value)}
          >
            <option value="" hidden>
              {say('Recent folders')}
            </option>
            {recent.map((path) => (
              <option key={path} value={path}>
                {toVisible(path).text}
              </option>
            ))}
            {!isOwn && <option value={OF_CHAT}>{say('This chat’s folder')}</option>}
          </select>
        </span>
      )}
      {folders
        .filter(({ lasts }) => lasts !== 'works-here')
        .map((row) => (
          <span className="folder-open row" key={`${row.lasts} ${row.path}`} title={toVisible(row.path).text}>
            <b className="truncate">{nameOfFolder(row.path)}</b>
            {row.access === 'read' && <span className="soft still">{say('read only')}</span>}
            <button
              type="button"
              aria-label={say('Close {folder}', { folder: nameOfFolder(row.path) })}
              onClick={() => onClose(row)}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
      <button type="button" className="folder-more row soft" onClick={() => onOpen('read')}>
        <Icon name="new" size={13} />
        {say('Open a folder')}
      </button>
      {isEnforced && <span className="soft end">{say('Everything else is closed')}</span>}
    </fieldset>
  )
}
