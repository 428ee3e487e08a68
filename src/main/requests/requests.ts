import { findResultFolder } from '#main/calls/read-output'
import { openDrafts } from '#main/chat/drafts'
import { makePictures } from '#main/chat/pictures'
import { namePlace } from '#main/data-folder/home'
import type { WindowPorts } from '#main/electron/window-ports'
import type { Core } from '#main/open-core'
import { refuse, reply } from '#shared/requests/requests'
import { handleBackground } from './handle-background.ts'
import { handleCalls } from './handle-calls.ts'
import { handleChats, handleOpening } from './handle-chats.ts'
import { handleBackups, handlePlace } from './handle-data.ts'
import { handleFiles, handlePictures } from './handle-files.ts'
import { handleFolders } from './handle-folders.ts'
import { handleModels } from './handle-models.ts'
import { handlePrograms } from './handle-programs.ts'
import { handleActivity, handleTurns } from './handle-record.ts'
import { handleRules } from './handle-rules.ts'
import { handleServers } from './handle-servers.ts'
import { handleInterpreters, handleKeys, handleSettings } from './handle-settings.ts'
import { handleInstalls, handleSkills } from './handle-skills.ts'
import { handleStored, handleToolSettings } from './handle-tools.ts'
import { id, on, showFolder } from './request.ts'

export type Requests = ReturnType<typeof makeRequests>

export function makeRequests(core: Core, window: WindowPorts, place = namePlace(core.home)) {
  const pictures = makePictures(core.ledger)
  return {
    ...handleChats(core),
    ...handleOpening(core, window, openDrafts(core.home)),
    ...handleSettings(core, window),
    ...handleRules(core, window),
    ...handleKeys(core, window),
    ...handleInterpreters(core, window),
    ...handleFolders(core, window),
    ...handleActivity(core, window),
    ...handleBackground(core, window),
    ...handleBackups(core, window),
    ...handleCalls(core),
    ...handleTurns(core),
    ...handleFiles(core, window, pictures),
    ...handlePictures(core, pictures),
    ...handlePlace(core, window, place),
    ...handleInstalls(core, window),
    ...handleSkills(core, window),
    ...handleServers(core, window, pictures),
    ...handleStored(core, window),
    ...handleToolSettings(core, window),
    ...handlePrograms(core, window),
    ...handleModels(core, window),
    /** `repaired`: how many summaries were wrong and have been corrected. */
    'ledger.verify': on({}, async () => reply(await core.check.whole())),

    'link.open': on({ url: { type: 'string', maxLength: 4096 } }, async ({ url }) => {
      const opened = await window.openLink(url)
      return opened === null ? refuse('LINK_REFUSED', 'only-https-opened') : reply({ opened })
    }),

    'run.output': on({ run: id }, async ({ run }) => {
      const output = await core.readOutput(run)
      return output ? reply(output) : refuse('RUN_UNKNOWN', 'no-output-in-record')
    }),
    /** Opens the folder, never the file, which may be a program. */
    'run.openFolder': on({ run: id }, async ({ run }) => {
      const folder = await findResultFolder(core.ledger, run)
      if (folder === null) return refuse('RUN_UNKNOWN', 'no-file-of-run')
      return showFolder(window, folder)
    }),
    'clipboard.write': on({ text: { type: 'string', maxLength: 1_000_000 } }, async ({ text }) => {
      window.writeClipboard(text)
      return reply({ copied: true })
    }),
  }
}
