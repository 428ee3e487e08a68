import type { SECRETS as EN } from '../en/secrets.ts'

export const SECRETS: Readonly<Record<keyof typeof EN, string>> = {
  'secrets-no-keyring': 'Es gibt keinen Schlüsselspeicher für Geheimnisse. Nutzen Sie das Skillet-Fenster.',
  'secrets-no-system-keyring':
    'Dieser Computer hat keinen Schlüsselspeicher für Geheimnisse. Installieren Sie unter Linux GNOME Keyring oder KWallet.',
  'secrets-unreadable':
    'Die Datei {file} ist nicht lesbar, deshalb ist kein Geheimnis verfügbar. Stellen Sie sie wieder her, oder verschieben Sie sie.',
  'secret-name':
    '{name} ist kein Name für ein Geheimnis. Erlaubt sind bis zu 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  'secret-value': 'Ein Geheimnis hat 1 bis {most} Zeichen.',
  'declined-in-window': 'Es wurde im Fenster abgelehnt, oder das Fenster fragt gerade schon nach einem Geheimnis.',
  'secret-missing':
    'Das Geheimnis {name} steht diesem Werkzeug nicht zur Verfügung. Legen Sie es unter Geheimnisse an, und geben Sie es für das Werkzeug frei.',
}
