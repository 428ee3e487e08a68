import { Icon } from '#renderer/parts/ui/icon.tsx'
import { say } from '#shared/messages/say'
import type { OpenFolderRow } from '#shared/requests/requests'
import { toVisible } from '#shared/visible'

interface FolderBarProps {
  cwd: string
  rows: readonly OpenFolderRow[]
  /** A sandbox really keeps commands out of everything else. */
  isEnforced: boolean
  onChoose: () => void
  onOpen: (access: 'read' | 'write') => void
  onClose: (row: OpenFolderRow) => void
}

/** A chat without a chosen folder works in one named after its id. */
const OWN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

function nameOf(path: string): string {
  const name = path.split(/[\\/]/).filter(Boolean).at(-1) ?? path
  return OWN.test(name) ? say('This chat’s folder') : toVisible(name).text
}

/** The folder this chat's commands run in, and the others that are open to it. */
export function FolderBar({ cwd, rows, isEnforced, onChoose, onOpen, onClose }: FolderBarProps) {
  return (
    <fieldset className="folder-bar row wrap small" aria-label={say('Folders')}>
      <button
        type="button"
        className="folder-main row"
        title={toVisible(cwd).text}
        aria-label={say('Works in {folder}. Choose another folder', { folder: nameOf(cwd) })}
        onClick={onChoose}
      >
        <Icon name="folder" size={14} />
        <span className="truncate">{nameOf(cwd)}</span>
      </button>
      {rows
        .filter(({ lasts }) => lasts !== 'works-here')
        .map((row) => (
          <span className="folder-open row" key={`${row.lasts} ${row.path}`} title={toVisible(row.path).text}>
            <b className="truncate">{nameOf(row.path)}</b>
            {row.access === 'read' && <span className="soft still">{say('read only')}</span>}
            <button
              type="button"
              aria-label={say('Close {folder}', { folder: nameOf(row.path) })}
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
