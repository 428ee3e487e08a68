import type { Rules } from '#main/calls/rules'
import { NOTHING_DECIDED } from '#main/gate/judge'

/** For callers without decisions and memory. */
export const NO_RULES: Pick<Rules, 'session' | 'ready' | 'isSound' | 'history' | 'isTainted'> = {
  ...{ session: '', ready: async () => {}, isSound: async () => true, isTainted: () => false },
  history: (chat) => ({ ...NOTHING_DECIDED, chat }),
}
