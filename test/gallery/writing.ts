import type { App } from '#renderer/store/state.ts'
import type { Fact } from '#shared/facts'
import type { World } from './bridge.ts'
import { plan, tell } from './facts.ts'
import type { Screen } from './screens.ts'
import { BASE } from './stories.ts'

const du = plan('folder_sizes', 'ssssm', ['du', '-xh', '--max-depth=1', '--', '/home/you'])
const STATS = { rounds: 2, calls: 1, promptTokens: 1210, outputTokens: 41, ms: 4100 }
const [FIRST, SECOND, THIRD] = ['turn-2', 'second', 'third']

/** Said in three ways; the second is looked at. */
function versionsStory(): Fact[] {
  const told = tell('disk', BASE)
    .open('The largest folders')
    .ask('Which folders are large?')
    .say('Which ones do you mean: those of the whole disk, or those in your home?')
    .end('answered')
  const again = (turn: string, replaces: string, asked: string, answer: string) => {
    told.add({ type: 'turn.started', turn, model: 'qwen3:4b', replaces })
    told.add({ type: 'message.added', role: 'user', content: asked })
    told.ran(`du-${turn}`, 'folder_sizes', { folder: '/home/you' }, du, { ms: 3100 })
    told.say(answer).add({ type: 'turn.finished', turn, reason: 'answered', stats: STATS })
  }
  const asked = 'Which folders in my home directory use the most space?'
  again(SECOND, FIRST, asked, 'The cache with **18 GB**, then your videos with 12 GB.')
  again(THIRD, SECOND, asked, 'Your caches.')
  return told.add({ type: 'branch.chosen', turn: SECOND }).facts
}

/** What is written where a message is written, and what was written in more than one way. */
export function writingScreens(
  inChat: (facts: Fact[], more?: Partial<World>, inspected?: string, then?: (app: App) => void) => Screen,
): Record<string, Screen> {
  const then = (act: (app: App) => void) => inChat(versionsStory(), {}, undefined, act)
  return {
    versions: inChat(versionsStory()),
    rewriting: then((app) => app.rewrite(SECOND)),
    slash: then((app) => app.setDraft('/')),
  }
}
