import { message } from '#shared/messages/message'
import type { CallPreview } from '#shared/requests/record-requests'
import type { Skill } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import type { World } from './bridge.ts'
import { decisionsStory, RULES } from './decisions.ts'
import { plan } from './facts.ts'
import { SKILLS } from './records.ts'
import { ADOPTABLE, CANDIDATES, CHANGED_REVIEW, REVIEW } from './reviews.ts'
import type { Screen } from './screens.ts'

export const TRUST_ANSWERS: Pick<World, 'answers'> = {
  answers: {
    'skill.review': ({ skill }) => (skill === 'git' ? CHANGED_REVIEW : REVIEW),
    'skill.adoptable': () => ({ skills: ADOPTABLE }),
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

/** As after an installation, and after a byte of one was changed. */
const WAITING: Skill[] = SKILLS.map((skill) => {
  if (skill.name === 'photo-tools') return { ...skill, state: 'quarantined', missingBins: [], hash: REVIEW.hash }
  if (skill.name === 'git') return { ...skill, state: 'changed', origin: 'installed', hash: CHANGED_REVIEW.hash }
  return skill
})

const folder = { type: 'string', description: 'The folder to look into.' }
const depth = { type: 'integer', description: 'How deep to go.' }
const PARAMS: Tool['params'] = {
  type: 'object',
  properties: { folder, depth, all: { type: 'boolean' }, unit: { enum: ['k', 'M', 'G'] }, except: { type: 'array' } },
  required: ['folder'],
}

const withSchema = (skill: Skill): Skill => ({
  ...skill,
  tools: skill.tools.map((tool) => (tool.name === 'folder_sizes' ? { ...tool, params: PARAMS } : tool)),
})

const MISSING: CallPreview = {
  ok: false,
  code: 'PARAM_MISSING',
  message: 'missing parameter: folder (string)',
  path: 'folder',
}
const PREVIEW: CallPreview = {
  ok: true,
  plan: plan('folder_sizes', 'sssm', ['du', '-xh', '--max-depth=1', '/home/you']),
  verdict: { kind: 'ask', reason: 'asks before running' },
}

type At = (go: Screen['go'], more?: Partial<World>) => Screen

export function trustScreens(at: At): Record<string, Screen> {
  const skills = (then: Screen['go'], more: Partial<World> = { skills: WAITING }) =>
    at((app) => {
      app.show('skills')
      then(app)
    }, more)
  return {
    decisions: at((app) => void app.openChat('disk'), { facts: { disk: decisionsStory() } }),
    'skills-waiting': skills((app) => app.chooseSkill('photo-tools')),
    'skills-ready': skills((app) => app.chooseSkill('photo-tools'), {
      skills: SKILLS.map((skill) => ({ ...skill, missingBins: [] })),
    }),
    review: skills((app) => void app.review('photo-tools')),
    'review-changed': skills((app) => void app.review('git')),
    playground: skills(
      (app) => {
        app.chooseSkill('disk-care')
        app.openTrial('folder_sizes')
      },
      { skills: SKILLS.map(withSchema) },
    ),
    'activity-filtered': at((app) => {
      app.show('activity')
      void app.filterActivity({ state: 'done' })
    }),
    install: skills((app) => app.openIntake()),
    'install-choose': skills((app) => {
      app.openIntake()
      void app.stage('/home/you/Downloads/skills')
    }),
    'install-refused': skills((app) => {
      app.openIntake()
      void app.stage('/home/you/Downloads/handy.zip')
    }),
  }
}
