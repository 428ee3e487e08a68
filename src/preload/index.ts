import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { isSkillArchive } from '#shared/chat/picture'
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
  const file = skill?.getAsFile()
  const source = file && event.isTrusted ? webUtils.getPathForFile(file) : ''
  if (source) tell({ kind: 'tick', tick: { tick: 'dropped', source } })
})
window.addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
})

contextBridge.exposeInMainWorld('skillet', api)
