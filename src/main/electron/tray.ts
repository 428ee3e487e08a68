import { Menu, nativeImage, Tray } from 'electron'
import { makeTrayTemplate, type TrayBackground, type TrayParts } from './menu-template.ts'
import { drawPan } from './tray-icon.ts'
import { describeWaiting } from './under-way.ts'

const EMBER = [201, 97, 38] as const
const BLACK = [0, 0, 0] as const

export function holdTray(parts: TrayParts) {
  let tray: Tray | null = null
  let waiting = 0
  let background: TrayBackground | null = null

  function tellMenu(): void {
    tray?.setToolTip(waiting === 0 ? 'Skillet' : `Skillet: ${describeWaiting(waiting)}`)
    tray?.setContextMenu(Menu.buildFromTemplate(makeTrayTemplate(parts, waiting, background)))
  }

  return {
    set: (isOn: boolean): void => {
      if (isOn === (tray !== null)) return
      tray?.destroy()
      tray = isOn ? new Tray(makeIcon()) : null
      tray?.on('click', parts.show)
      tellMenu()
    },
    /** Rebuilds its menu for a new count or language. */
    update: (count: number): void => {
      waiting = count
      tellMenu()
    },
    /** Null if nothing may run in the background. */
    updateBackground: (now: TrayBackground | null): void => {
      if (JSON.stringify(now) === JSON.stringify(background)) return
      background = now
      tellMenu()
    },
    isShown: () => tray !== null,
  }
}

/** One colour that stands out on light and dark bars; macOS tints what is black by itself. */
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
