import type { FOLDERS as EN } from '../en/folders.ts'

export const FOLDERS: Readonly<Record<keyof typeof EN, string>> = {
  'closed-to-read':
    '{folder} ist für diesen Chat geschlossen. Öffnen Sie den Ordner zum Lesen, dann kann der Befehl laufen.',
  'closed-to-write':
    '{folder} ist für diesen Chat geschlossen. Öffnen Sie den Ordner zum Ändern, dann kann der Befehl laufen.',
  'closed-so-not-run': '{why} Es wurde nichts gestartet.',
  'folder-not-openable-read':
    'Befehle dürfen {folder} nicht lesen: Der Ordner enthält das System, Schlüssel oder Daten von Skillet.',
  'folder-not-openable-write':
    'Befehle dürfen {folder} nicht ändern: Von dort werden Programme gestartet, oder der Ordner enthält das System, Schlüssel oder Daten von Skillet.',
  'folder-not-there': 'Den Ordner {folder} gibt es nicht.',
  'folder-not-open': '{folder} ist nicht geöffnet.',
  'folder-hidden-so-not-run-in':
    'In {folder} laufen keine Befehle: Der Ordner bleibt ihnen verborgen. Wählen Sie einen anderen.',
  'nothing-closed': 'Dieser Befehl nennt nichts, was geschlossen ist.',
  'dialog-open-to-read': 'Zum Lesen öffnen',
  'dialog-open-to-write': 'Zum Ändern öffnen',
  'dialog-opened-to-read': 'Die Befehle {who} können alles darin lesen.',
  'dialog-opened-to-write': 'Die Befehle {who} können alles darin lesen, ändern und löschen.',
  'of-this-chat': 'dieses Chats',
  'of-all-chats': 'aller Chats',
}
