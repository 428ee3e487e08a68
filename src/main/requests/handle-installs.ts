import { homedir } from 'node:os'
import type { WindowPorts } from '#main/electron/app'
import { openInstalling } from '#main/install/install-skill'
import { listAdoptable } from '#main/install/list-installed'
import type { Core } from '#main/open-core'
import { fetchServedSkill } from '#main/servers/read-offer'
import { message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import type { Staging } from '#shared/skill/skill'
import { flag, id, name, on, uri } from './request.ts'

/** Installing skills. They wait in quarantine until the person trusts them. */
export function handleInstalls(
  core: Core,
  { chooseSource, confirm }: Pick<WindowPorts, 'chooseSource' | 'confirm'>,
  personHome = homedir(),
) {
  const installing = openInstalling({
    ...{ home: core.home, personHome, publish: core.publish },
    bundled: () => core.registry().skills.flatMap(({ name, origin }) => (origin === 'bundled' ? [name] : [])),
    failed: (error) => core.reportBug(error, 'quarantine'),
  })

  return {
    'skill.adoptable': on(takes({}), async () =>
      reply({ skills: await listAdoptable(personHome, await installing.listInstalled()) }),
    ),
    'skill.choose': on(takes({ kind: { type: 'string', enum: ['folder', 'zip'] } }), async ({ kind }) =>
      reply({ source: await chooseSource(kind) }),
    ),
    /** An address is fetched only if the system dialog that shows it is answered with yes. */
    'skill.stage': on(
      takes({ source: { type: 'string', minLength: 1, maxLength: 4096 } }),
      async ({ source }): Promise<Reply<Staging>> => {
        const address = source.trim()
        const title = say('Download')
        const host = URL.parse(address)?.host ?? ''
        const question = { title, message: say('Download from {host}?', { host }), detail: address, action: title }
        if (/^https:/i.test(address) && !(await confirm(question)))
          return refuse('NOT_CONFIRMED', message('skill-not-downloaded'))
        return reply(await installing.stage(source, personHome))
      },
    ),
    /** A skill that a server offers, verified against its reviewed list. */
    'skill.stageServed': on(takes({ skill: name, server: name, uri }), async (wanted): Promise<Reply<Staging>> => {
      const served = await fetchServedSkill(wanted, { ...core, publish: (fact) => core.publish(fact) })
      return served.ok ? reply(await installing.stage(served.value, personHome)) : served
    }),
    'skill.unstage': on(takes({ token: id }), async ({ token }) => reply({ dropped: await installing.unstage(token) })),
    'skill.install': on(
      takes(
        { token: id, names: { type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: 2000 } },
        { replace: flag },
      ),
      async ({ token, names, replace = false }) => {
        const installation = await installing.settle(token, names, replace)
        if (!installation) return refuse('STAGING_UNKNOWN', message('staging-gone'))
        if (installation.installed.length > 0) await core.restock()
        return reply(installation)
      },
    ),
  }
}
