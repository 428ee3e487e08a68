import type { SANDBOX as EN } from '../en/sandbox.ts'

export const SANDBOX: Readonly<Record<keyof typeof EN, string>> = {
  'folder-not-opened':
    '{path} lässt sich nicht öffnen. Prüfen Sie, ob der Ordner vorhanden ist und Sie ihn lesen dürfen.',
  'folder-changed':
    '{path} ist nicht der Ordner, den Sie erlaubt haben: Er wurde verschoben oder ersetzt. Starten Sie den Befehl noch einmal.',
  'sandbox-gone':
    'Die Sandbox, für die dies geplant war, lässt sich nicht mehr verwenden; deshalb wurde nichts gestartet. Starten Sie Skillet neu und planen Sie den Aufruf noch einmal.',
}
