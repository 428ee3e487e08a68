import { homedir } from 'node:os'
import type { WindowPorts } from '#main/electron/app'
import { openInstalling } from '#main/install/install-skill'
import { listAdoptable } from '#main/install/list-adoptable'
import type { Core } from '#main/open-core'
import { type Handlers, refuse, reply } from '#shared/requests/requests'

type Answered = 'skill.adoptable' | 'skill.choose' | 'skill.install' | 'skill.stage' | 'skill.unstage'

/** The calls by which skills come in. What is installed waits in quarantine until the person trusts it. */
export function handleInstalls(
  core: Core,
  { chooseSource }: Pick<WindowPorts, 'chooseSource'>,
  personHome = homedir(),
): Pick<Handlers, Answered> {
  const installing = openInstalling({
    ...{ home: core.home, personHome, publish: core.publish },
    bundled: () => core.registry().skills.flatMap(({ name, origin }) => (origin === 'bundled' ? [name] : [])),
    failed: (error) => core.reportBug(error, 'quarantine'),
  })

  return {
    'skill.adoptable': async () => reply({ skills: await listAdoptable(personHome, await installing.listInstalled()) }),
    'skill.choose': async ({ kind }) => reply({ source: await chooseSource(kind) }),
    'skill.stage': async ({ source }) => reply(await installing.stage(source, personHome)),
    'skill.unstage': async ({ token }) => reply({ dropped: await installing.unstage(token) }),
    'skill.install': async ({ token, names, replace = false }) => {
      const installation = await installing.settle(token, names, replace)
      if (!installation)
        return refuse('STAGING_UNKNOWN', 'This is not in quarantine any more. Choose the source again.')
      if (installation.installed.length > 0) await core.restock()
      return reply(installation)
    },
  }
}
