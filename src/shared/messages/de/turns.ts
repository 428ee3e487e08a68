import type { TURNS as EN } from '../en/turns.ts'

export const TURNS: Readonly<Record<keyof typeof EN, string>> = {
  'stopped-before-start': 'es wurde angehalten, bevor es begann',
  'too-many-calls-at-once': 'höchstens {most} Aufrufe in einer Nachricht; um diesen muss neu gebeten werden',
  'skill-off-in-chat': 'Sie haben den Skill {skill} in diesem Chat ausgeschaltet; {tool} ist hier nicht verfügbar.',
  'tool-off-in-chat': 'Sie haben {tool} in diesem Chat ausgeschaltet; es ist hier nicht verfügbar.',
}
