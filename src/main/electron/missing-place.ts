import { app, dialog } from 'electron'
import { type Message, textOf } from '#shared/messages/message'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { speakAs } from './menu.ts'

export interface MissingPlace {
  /** What is wrong, unless the folder is simply not there. */
  problem: Message
  /** The missing folder; null if not even that is known. */
  home: string | null
  at: string
  /** What can be used instead for this session. */
  instead: { folder: string; isEmpty: boolean } | null
}

/**
 * The folder with the data is missing. Nothing else is opened without asking, least of all an empty record that looks
 * as if everything were lost.
 */
export function askAboutPlace(find: () => MissingPlace | null, use: (folder: string) => void): void {
  app.whenReady().then(ask, end)

  async function ask(): Promise<void> {
    await speakAs('system')
    for (let missing = find(); missing; missing = find()) {
      const { instead } = missing
      console.error(`Skillet cannot open: ${textOf(missing.problem)}`)
      const { response } = await dialog.showMessageBox({
        ...describe(missing),
        ...{ type: 'warning', title: 'Skillet', defaultId: 1, cancelId: 0, noLink: true },
        buttons: [say('Quit'), say('Try again'), ...(instead ? [say(nameUse(instead))] : [])],
      })
      if (response === 2 && instead) return startWith(instead.folder)
      if (response !== 1) return app.exit(1)
    }
    app.relaunch()
    app.exit(0)
  }

  function startWith(folder: string): void {
    use(folder)
    const others = process.argv.slice(1).filter((argument) => !argument.startsWith('--home='))
    app.relaunch({ args: [...others, `--home=${folder}`] })
    app.exit(0)
  }
}

const nameUse = ({ isEmpty }: { isEmpty: boolean }): Text =>
  isEmpty ? 'Start with an empty record' : 'Use the old folder'

export function describe({ problem, home, at, instead }: MissingPlace): { message: string; detail: string } {
  if (home === null) return { message: say('Skillet cannot find its data.'), detail: sayMessage(problem) }
  const remedy = say('The data was moved there on {day}. If it is on an external drive, connect it and try again.', {
    day: at.slice(0, 10),
  })
  const other =
    instead && say('Until then, you can use {folder}. What you do there stays there.', { folder: instead.folder })
  return {
    message: say('Skillet’s data folder is missing: {folder}', { folder: home }),
    detail: [remedy, ...(other ? [other] : [])].join('\n\n'),
  }
}

function end(error: unknown): void {
  console.error(error)
  app.exit(1)
}
