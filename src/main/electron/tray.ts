import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron'
import { say } from '#shared/messages/say'
import { drawPan } from './tray-icon.ts'
import { describeWaiting } from './under-way.ts'

export interface TrayParts {
  show(): void
  newChat(): void
  /** Shows what waits. */
  showWaiting(): void
  quit(): void
}

export interface TrayHold {
  set(isOn: boolean): void
  /** Rebuilds its menu for a new count or language. */
  update(waiting: number): void
  isShown(): boolean
}

const EMBER = [201, 97, 38] as const
const BLACK = [0, 0, 0] as const

export function holdTray(parts: TrayParts): TrayHold {
  let tray: Tray | null = null
  let waiting = 0

  function tellMenu(): void {
    tray?.setToolTip(waiting === 0 ? 'Skillet' : `Skillet: ${describeWaiting(waiting)}`)
    tray?.setContextMenu(Menu.buildFromTemplate(makeTrayTemplate(parts, waiting)))
  }

  return {
    set: (isOn) => {
      if (isOn === (tray !== null)) return
      tray?.destroy()
      tray = isOn ? new Tray(makeIcon()) : null
      tray?.on('click', parts.show)
      tellMenu()
    },
    update: (count) => {
      waiting = count
      tellMenu()
    },
    isShown: () => tray !== null,
  }
}

function makeTrayTemplate(parts: TrayParts, waiting: number): MenuItemConstructorOptions[] {
  return [
    { id: 'tray-show', label: say('Show Skillet'), click: parts.show },
    { id: 'tray-new-chat', label: say('New chat'), click: parts.newChat },
    ...(waiting === 0 ? [] : [{ id: 'tray-waiting', label: describeWaiting(waiting), click: parts.showWaiting }]),
    { type: 'separator' },
    { id: 'tray-quit', label: say('Quit Skillet'), click: parts.quit },
  ]
}

/** One colour that is visible on light and dark bars; macOS tints black icons itself. */
function makeIcon(): Electron.NativeImage {
  const isMac = process.platform === 'darwin'
  const [least, colour] = isMac ? [16, BLACK] : [24, EMBER]
  const image = nativeImage.createEmpty()
  for (const scaleFactor of [1, 2]) {
    const size = least * scaleFactor
    image.addRepresentation({
      ...{ scaleFactor, width: size, height: size },
      buffer: nativeImage.createFromBitmap(drawPan(size, colour), { width: size, height: size }).toPNG(),
    })
  }
  image.setTemplateImage(isMac)
  return image
}
