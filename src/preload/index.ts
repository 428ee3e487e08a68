import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { isSkillArchive, MOST_ATTACHED, saysTool } from '#shared/chat/picture'
import type { Push } from '#shared/facts'
import { CALL_CHANNEL, EVENT_CHANNEL, type WindowApi } from '#shared/requests/window-requests'

const receivers = new Set<(push: Push) => void>()

const tell = (push: Push): void => {
  for (const receive of receivers) receive(push)
}

const api: WindowApi = {
  call: (name, input) => ipcRenderer.invoke(CALL_CHANNEL, name, input),
  listen: (receive) => {
    receivers.add(receive)
    return () => receivers.delete(receive)
  },
}

ipcRenderer.on(EVENT_CHANNEL, (_event, push: Push) => tell(push))

/** Only this file learns the path of a dropped file; the page must not. */
window.addEventListener('drop', (event) => {
  const items = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  if (items.length === 0) return
  event.preventDefault()
  // The page attaches files by their bytes; it never needs their path.
  const skill = items.find(
    (item) => item.webkitGetAsEntry()?.isDirectory || isSkillArchive(item.getAsFile()?.name ?? ''),
  )
  const named = skill?.getAsFile()
  const files = items.flatMap((item) => item.getAsFile() ?? [])
  const folder = skill?.webkitGetAsEntry()
  const isOnComposer = event.target instanceof Element && event.target.closest('.composer') !== null
  if (!event.isTrusted) return
  if (!isOnComposer || !folder?.isDirectory) void findSkill(named, files).then((file) => tellDropped(file, 'skill'))
  else void isSkill(folder as FileSystemDirectoryEntry).then((is) => tellDropped(named, is ? 'skill' : 'folder'))
})

const isSkill = (folder: FileSystemDirectoryEntry): Promise<boolean> =>
  new Promise((resolve) => {
    folder.getFile(
      'SKILL.md',
      {},
      () => resolve(true),
      () => resolve(false),
    )
  })

async function findSkill(named: File | null | undefined, files: readonly File[]): Promise<File | undefined> {
  if (named) return named
  for (const file of files) {
    const text = file.size <= MOST_ATTACHED ? await file.text().catch(() => '') : ''
    if (saysTool(file.name, text)) return file
  }
  return undefined
}

function tellDropped(file: File | null | undefined, as: 'skill' | 'folder'): void {
  const source = file ? webUtils.getPathForFile(file) : ''
  if (source) tell({ kind: 'tick', tick: { tick: 'dropped', source, as } })
}

window.addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
})

contextBridge.exposeInMainWorld('skillet', api)
