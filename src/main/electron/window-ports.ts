import { statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { domainToASCII } from 'node:url'
import { app, clipboard, dialog, nativeTheme, type OpenDialogOptions, powerMonitor, safeStorage, shell } from 'electron'
import type { Tick } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import type { Keyring } from '#shared/skill/secret'
import { toVisibleLines } from '#shared/visible'
import { allowLeaving } from './leaving.ts'
import { pushToWindows } from './web-security.ts'
import { askInDialog } from './window.ts'

/** `action` is the label of the button for yes. */
export interface Question {
  title: string
  message: string
  detail: string
  action: string
  /** Closes it, as if the person had declined. */
  signal?: AbortSignal
}

/** The system's key store. `basic_text` on Linux uses a known password, so it counts as none. */
const keyring: Keyring = {
  missing: () => {
    const isPlain = process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
    return isPlain || !safeStorage.isEncryptionAvailable() ? message('secrets-no-system-keyring') : null
  },
  seal: (value) => safeStorage.encryptString(value),
  open: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
}

export type WindowPorts = typeof windowPorts

/** What only a window can do. Nothing is chosen or confirmed without the person. */
export const windowPorts = {
  openLink,
  confirm,
  openFolder,
  keyring,
  chooseSource: (kind: 'folder' | 'zip') =>
    choose({
      ...{ title: say('Install skill'), buttonLabel: say('Choose') },
      filters: kind === 'zip' ? [{ name: say('Archives'), extensions: ['zip'] }] : [],
      properties: [kind === 'zip' ? 'openFile' : 'openDirectory'],
    }),
  chooseChat: () =>
    choose({
      ...{ title: say('Import a chat'), buttonLabel: say('Import'), properties: ['openFile'] },
      filters: [{ name: say('Exported chats'), extensions: ['md', 'jsonl'] }],
    }),
  /** An existing folder or one created in the dialog. */
  chooseFolder: (title: string) =>
    choose({
      ...{ title, buttonLabel: say('Choose'), properties: ['openDirectory', 'createDirectory', 'promptToCreate'] },
    }),
  chooseTarget: async (suggestedName: string): Promise<string | null> => {
    const defaultPath = join(app.getPath('documents'), suggestedName)
    const { canceled, filePath } = await dialog.showSaveDialog({ title: say('Export'), defaultPath })
    return canceled || !filePath ? null : filePath
  },
  /** Text files and pictures; empty if the person chose nothing. */
  chooseFiles: async (title: string = say('Attach a text file or a picture')): Promise<string[]> =>
    (await dialog.showOpenDialog({ title, properties: ['openFile', 'multiSelections'] })).filePaths,
  /** Returns once the person has closed it. */
  explain: async ({ message, detail, action }: Pick<Question, 'message' | 'detail' | 'action'>): Promise<void> => {
    await dialog.showMessageBox({ ...{ type: 'error', title: 'Skillet', message, detail, buttons: [action] } })
  },
  tell: (tick: Tick): void => pushToWindows({ kind: 'tick', tick }),
  setTheme: (theme: string): void => {
    nativeTheme.themeSource = theme === 'light' || theme === 'dark' ? theme : 'system'
  },
  writeClipboard: (text: string): void => void clipboard.writeText(text),
  describe: (): { version: string; platform: string } => ({ version: app.getVersion(), platform: process.platform }),
  isOnBattery: (): boolean => powerMonitor.isOnBatteryPower(),
  /** Quits without asking and starts again. */
  relaunch: (): void => {
    app.relaunch()
    allowLeaving()
    app.quit()
  },
}

/** Null if the person chose nothing. */
async function choose(options: OpenDialogOptions): Promise<string | null> {
  return (await dialog.showOpenDialog(options)).filePaths[0] ?? null
}

/** Asks in a system dialog, which the page can neither draw nor press. Only the button means yes. */
async function confirm({ title, message, detail, action, signal }: Question): Promise<boolean> {
  // Names may come from anybody and must not reorder the text around them.
  return askInDialog({
    ...{ type: 'warning', title, message: toVisibleLines(message), detail: toVisibleLines(detail) },
    buttons: [say('Cancel'), action],
    ...(signal && { signal }),
  })
}

/** Null unless it is https without a name or password; false if the person declines. */
async function openLink(address: string): Promise<boolean | null> {
  const url = URL.parse(address)
  const host = domainToASCII(url?.hostname ?? '')
  if (url?.protocol !== 'https:' || url.username || url.password || !host) return null
  const mayOpen = await askInDialog({
    ...{ type: 'question', message: say('Open {host} in your browser?', { host }), detail: url.href },
    buttons: [say('Cancel'), say('Open')],
  })
  if (mayOpen) await shell.openExternal(url.href)
  return mayOpen
}

/** Opens the file manager. Returns why not, or null: some systems would start a folder that is named like a program. */
async function openFolder(folder: string): Promise<Message | null> {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) return message('folder-gone', { folder })
  if (extname(folder) !== '') return message('folder-named-like-program', { folder })
  const problem = await shell.openPath(folder)
  return problem === '' ? null : message('folder-not-shown', { folder, problem })
}
