import { message } from '#shared/messages/message'
import type { CallPreview } from '#shared/requests/record-requests'
import type { World } from './bridge.ts'
import { RULES } from './decisions.ts'
import { plan } from './facts.ts'
import { ADOPTABLE, CANDIDATES, CHANGED_REVIEW, FOUND_SERVERS, REVIEW } from './reviews.ts'

export const TRUST_ANSWERS: Pick<World, 'answers'> = {
  answers: {
    'skill.review': ({ skill }) => (skill === 'git' ? CHANGED_REVIEW : REVIEW),
    'skill.adoptable': () => ({ skills: ADOPTABLE }),
    'server.found': () => ({ servers: FOUND_SERVERS }),
    'skill.stage': ({ source }) =>
      source.endsWith('.zip')
        ? {
            ok: false,
            diagnostics: [
              {
                ...{ severity: 'error', code: 'ARCHIVE_ENTRY', file: '../../.bashrc', path: '' },
                message: message('path-part-leads-away', { part: '".."' }),
                remedy: message('use-plain-paths'),
              },
            ],
          }
        : { ok: true, token: 'staged', source: { kind: 'folder', from: source }, candidates: CANDIDATES },
    'skill.unstage': () => ({ dropped: true }),
    'skill.choose': () => ({ source: null }),
    'call.plan': ({ args }) => (args === '{}' ? MISSING : PREVIEW),
    'rule.list': () => ({ rules: RULES }),
    'rule.revoke': () => ({ revoked: true }),
  },
}

const MISSING: CallPreview = {
  ok: false,
  code: 'PARAM_MISSING',
  message: message('missing-parameter', { names: 'folder (string)' }),
  path: 'folder',
}
const PREVIEW: CallPreview = {
  ok: true,
  plan: plan('folder_sizes', 'sssm', ['du', '-xh', '--max-depth=1', '/home/you']),
  verdict: { kind: 'ask', reason: message('risk-reads-only') },
}
