import { homedir } from 'node:os'
import type { Pictures } from '#main/chat/pictures'
import type { WindowPorts } from '#main/electron/window-ports'
import type { Core } from '#main/open-core'
import { addServers, type Computer, findServers, keepServers } from '#main/servers/add-servers'
import { connectSkill } from '#main/servers/connect-skill'
import { readPrompt, readResource } from '#main/servers/read-offer'
import { permitOf } from '#main/trust/trust-state'
import { say } from '#shared/messages/say'
import { refuse, reply } from '#shared/requests/requests'
import { oneOf, string } from '#shared/schema'
import { lineOfServer, type McpServer, PERMITS, type Permit } from '#shared/skill/mcp-server'
import { toVisible } from '#shared/visible'
import { readArgs } from './handle-calls.ts'
import { flag, name, on, uri } from './request.ts'

const THIS: Computer = { personHome: homedir(), env: process.env, platform: process.platform }

export function handleServers(
  core: Core,
  window: Pick<WindowPorts, 'openLink' | 'confirm'>,
  pictures: Pick<Pictures, 'hold'>,
  computer = THIS,
) {
  const openBrowser = async (url: string) => (await window.openLink(url)) === true
  return {
    /** Turns a command line, an address or pasted JSON into a skill that waits for review. */
    'server.add': on({ text: string(100_000, 1) }, ({ text }) => addServers(text, core)),
    /** Servers in other programs' configuration, with the names of their secrets. */
    'server.found': on({}, async () => {
      const found = await findServers(computer)
      return reply({ servers: found.map(({ addition: _, ...server }) => server) })
    }),
    'server.adopt': on({ file: string(4096), name }, async ({ file, name }) => {
      const found = (await findServers(computer)).find((each) => each.file === file && each.name === name)
      if (!found) return refuse('SERVER_UNREADABLE', 'server-gone-there', { name, file })
      return keepServers([found.addition], core)
    }),
    /** Allowed only in a system dialog; false if the person declines. */
    'server.permit': on(
      { skill: name, server: name, what: oneOf(PERMITS), allowed: flag },
      async ({ skill, server, what, allowed }) => {
        const found = core.registry().skills.find((each) => each.name === skill)
        const named = found?.state === 'trusted' ? found.servers?.find((each) => each.name === server) : undefined
        if (!named) return refuse('NO_SERVERS', 'server-offers-none', { server, name: what })
        if (allowed && !(await window.confirm(askPermit(named, what)))) return reply({ changed: false })
        await core.publish({
          type: 'server.permitted',
          chat: null,
          skill,
          server,
          permit: permitOf(named, what),
          allowed,
        })
        return reply({ changed: true })
      },
    ),
    /** A prompt from the reviewed list. Its arguments are JSON; the person reads the text before it is sent. */
    'server.prompt': on({ skill: name, server: name, name, args: string(100_000) }, async ({ args, ...wanted }) => {
      const read = readArgs(args)
      return read.ok ? readPrompt({ ...wanted, args: read.args }, core) : refuse(read.code, read.message)
    }),
    /** A resource from the reviewed list, for the message being written. */
    'server.resource': on({ skill: name, server: name, uri }, (wanted) => readResource(wanted, core, pictures)),
    /** Starts the reviewed servers, lists their offers and stops them. */
    'skill.connect': on({ skill: name }, ({ skill }) => connectSkill(skill, { ...core, openBrowser })),
  }
}

function askPermit(server: McpServer, what: Permit) {
  const name = toVisible(server.name).text
  return {
    title: say('Allow'),
    message: say(what === 'roots' ? 'Tell {server} which folders it may use?' : 'Let {server} ask your model?', {
      server: name,
    }),
    detail: toVisible(lineOfServer(server)).text.slice(0, 1000),
    action: say('Allow'),
  }
}
