import type { CALLS as EN } from '../en/calls.ts'

export const CALLS: Readonly<Record<keyof typeof EN, string>> = {
  'skill-not-trusted':
    'Der Skill {skill} ist noch nicht freigegeben. Prüfen Sie ihn und geben Sie ihn frei, dann können seine Werkzeuge laufen.',
  'skill-changed':
    'Der Skill {skill} hat sich seit der Freigabe geändert. Prüfen Sie ihn und geben Sie ihn neu frei, dann können seine Werkzeuge laufen.',
}
