import type { DATA_FOLDER as EN } from '../en/data-folder.ts'

export const DATA_FOLDER: Readonly<Record<keyof typeof EN, string>> = {
  'folder-on-other-computer': '{folder} liegt auf einem anderen Computer. {remedy}',
  'folder-on-other-computer-by': '{folder} liegt auf einem anderen Computer ({system}). {remedy}',
  'folders-contain-each-other': '{folder} und der Datenordner enthalten einander.',
  'folder-inside-skill': '{folder} liegt im Ordner eines Skills. {remedy}',
  'folder-open-to-commands': 'Befehle dürfen nach {folder} schreiben. {remedy}',
  'choose-empty-folder-elsewhere': 'Wählen Sie anderswo einen leeren Ordner.',
  'record-needs-local-disk': 'Die Aufzeichnung braucht ein Laufwerk dieses Computers.',
  'place-is-not-a-folder': '{folder} ist kein Ordner. {remedy}',
  'folder-has-partial-copy':
    '{folder} enthält eine unfertige Kopie. Löschen Sie den Inhalt, oder wählen Sie einen anderen Ordner.',
  'folder-not-empty': '{folder} ist nicht leer: Der Ordner enthält {name}. {remedy}',
  'folder-not-writable': 'In {folder} lässt sich nicht schreiben ({problem}). {remedy}',
  'pointer-unreadable': '{file} gibt an, wo die Daten von Skillet liegen, ist aber nicht lesbar.',
  'name-or-remove-pointer':
    'Nennen Sie den Ordner in SKILLET_HOME, oder entfernen Sie diese Datei, um {folder} zu benutzen.',
  'data-folder-missing': 'Der Datenordner {folder} fehlt.',
  'connect-or-name-other':
    'Liegt er auf einem externen Laufwerk, verbinden Sie es, und versuchen Sie es noch einmal. Einen anderen Ordner nennen Sie in SKILLET_HOME.',
  'no-room-for-data':
    'Für die Daten ist kein Platz: Auf dem Laufwerk von {folder} sind {free} Byte frei, und {needed} werden gebraucht.',
  'free-space-or-choose-other':
    'Schaffen Sie dort Platz, oder wählen Sie einen anderen Ordner. Die Daten bleiben, wo sie sind.',
  'folder-not-empty-anymore': '{folder} ist nicht mehr leer.',
  'choose-empty-folder': 'Wählen Sie einen leeren Ordner. Die Daten bleiben, wo sie sind.',
  'copied-file-differs': 'Die Kopie von {file} weicht vom Original ab.',
  'check-disk-or-choose-other':
    'Prüfen Sie dieses Laufwerk, oder wählen Sie ein anderes. Die Daten bleiben, wo sie sind.',
  'using-old-data': 'Das sind die Daten vom {day}, bevor sie nach {folder} verschoben wurden.',
  'old-data-stays-here': 'Was Sie jetzt ändern, bleibt hier. Starten Sie Skillet neu, sobald {folder} wieder da ist.',
  'data-folder-not-writable': 'Skillet kann nicht in seinen Datenordner {folder} schreiben ({problem}).',
  'make-writable-or-name-other':
    'Sorgen Sie dafür, dass Sie hineinschreiben dürfen, oder nennen Sie mit SKILLET_HOME einen anderen Ordner.',
}
