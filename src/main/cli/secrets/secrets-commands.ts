import type { Description } from '#main/cli/commands'

export const SECRETS_COMMANDS: Readonly<Record<string, Description>> = {
  'secrets list': {
    summary: 'lists the secrets by name, and which tools get them',
    about: 'Values are never shown. Secrets are given to tools in the window: Settings, Secrets.',
    example: ['skillet secrets list', 'WEATHER_KEY  of 2026-03-05  for weather/forecast'],
    load: async () => (await import('./secrets.ts')).secretsList,
  },
  'secrets set NAME': {
    summary: 'saves a secret, or gives it a new value',
    about: [
      'Asks for the value on a terminal without showing it; elsewhere reads it from standard input, without its last',
      'line end. Skillet must be open, because only the app reaches the key store of the system. It asks in its window.',
    ].join('\n'),
    example: ['skillet secrets set WEATHER_KEY < key.txt', 'WEATHER_KEY is saved'],
    load: async () => (await import('./secrets.ts')).secretsSet,
  },
  'secrets remove NAME': {
    summary: 'removes a secret; its value cannot be restored',
    about: 'Tools that need it do not run until you add it again. While Skillet is open, it asks in its window.',
    example: ['skillet secrets remove WEATHER_KEY', 'WEATHER_KEY is removed'],
    load: async () => (await import('./secrets.ts')).secretsRemove,
  },
}
