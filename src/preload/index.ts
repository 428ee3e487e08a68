import { contextBridge, ipcRenderer } from 'electron'
import type { WindowApi } from '#shared/window-api'
import { CALL_CHANNEL, EVENT_CHANNEL } from '#shared/window-api'

const api: WindowApi = {
  call: (name, input) => ipcRenderer.invoke(CALL_CHANNEL, name, input),
  listen: (receive) => {
    const forward = (_event: unknown, push: Parameters<typeof receive>[0]) => receive(push)
    ipcRenderer.on(EVENT_CHANNEL, forward)
    return () => ipcRenderer.off(EVENT_CHANNEL, forward)
  },
}

contextBridge.exposeInMainWorld('skillet', api)
