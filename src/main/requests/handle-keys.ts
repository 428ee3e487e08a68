import { readFile } from 'node:fs/promises'
import type { WindowPorts } from '#main/electron/app'
import { fingerprintOf, readPublicKey } from '#main/formats/rye/signature'
import type { Core } from '#main/open-core'
import { message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import { refuse, reply } from '#shared/requests/requests'
import { takes } from '#shared/schema'
import { on } from './request.ts'

/** Keys whose signatures on tools are trusted. A hijacked page must not be able to add one. */
export function handleKeys(core: Core, window: Pick<WindowPorts, 'confirm' | 'chooseFiles'>) {
  const publish = (value: string[]) => core.publish({ type: 'setting.changed', chat: null, name: 'trustedKeys', value })
  const keys = () => core.settings().trustedKeys

  return {
    'key.list': on(takes({}), async () => reply({ fingerprints: keys().map(fingerprintOf) })),

    /** Without a text the person chooses a file. */
    'key.add': on(takes({}, { text: { type: 'string', maxLength: 10_000 } }), async ({ text }) => {
      const [file] = text === undefined ? await window.chooseFiles(say('Trust a public key')) : []
      if (text === undefined && file === undefined) return reply({ added: false })
      const pem = readPublicKey(text ?? (await readFile(file ?? '', 'utf8').catch(() => '')))
      if (pem === null) return refuse('SETTING_INVALID', message('no-public-key'))
      const fingerprint = fingerprintOf(pem)
      const confirmed = await window.confirm({
        title: say('Trust a public key'),
        message: say('Believe signatures of the key {key}?', { key: fingerprint }),
        detail: say('Tools that were signed with it are shown as valid. They still wait for your review.'),
        action: say('Trust this key'),
      })
      if (confirmed) await publish([...new Set([...keys(), pem])])
      return reply({ added: confirmed })
    }),

    'key.remove': on(takes({ fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$' } }), async ({ fingerprint }) => {
      await publish(keys().filter((pem) => fingerprintOf(pem) !== fingerprint))
      return reply({ removed: true })
    }),
  }
}
