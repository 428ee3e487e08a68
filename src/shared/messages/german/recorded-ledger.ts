/** What is wrong with the record, and what helps. */
export const LEDGER_FAULTS = {
  'The part of Skillet that keeps the record has stopped ({detail:said}).':
    'Der Teil von Skillet, der die Aufzeichnung führt, ist stehen geblieben ({detail}).',
  'it ended with code {code}': 'er endete mit Code {code}',
  'Start Skillet again. What was recorded before is safe.':
    'Starten Sie Skillet neu. Was schon aufgezeichnet war, ist sicher.',
  'There is no room for a copy of the record: the disk that holds {folder} has {free} bytes left, and {needed} are needed.':
    'Für eine Kopie der Aufzeichnung ist kein Platz: Auf dem Laufwerk von {folder} sind {free} Byte frei, und {needed} werden gebraucht.',
  'Free some space on that disk. The record itself is safe, and so are the backups there are.':
    'Schaffen Sie auf diesem Laufwerk Platz. Die Aufzeichnung selbst ist sicher, ebenso die vorhandenen Sicherungen.',
  'The backup {backup} cannot be used: {reason:said}.': 'Die Sicherung {backup} ist nicht verwendbar: {reason}.',
  'Choose another backup. The record was left as it is.':
    'Wählen Sie eine andere Sicherung. An der Aufzeichnung wurde nichts geändert.',
  'it is of a newer kind': 'sie ist von neuerer Art',
  'its last fact is not what was recorded': 'ihr letzter Eintrag ist nicht mehr, was aufgezeichnet wurde',
  'a newer Skillet wrote it (version {version})': 'ein neueres Skillet hat sie geschrieben (Version {version})',
  'it is not what was recorded': 'sie ist nicht mehr, was aufgezeichnet wurde',
  'Fact {fact} is missing.': 'Eintrag {fact} fehlt.',
  'Fact {fact} was not recorded after the fact that stands before it.':
    'Eintrag {fact} wurde nicht nach dem aufgezeichnet, der davor steht.',
  'Fact {fact} is not what was recorded.': 'Eintrag {fact} ist nicht mehr, was aufgezeichnet wurde.',
  'the head of the record is missing': 'der Kopf der Aufzeichnung fehlt',
  'The head of the record is missing.': 'Der Kopf der Aufzeichnung fehlt.',
  'The record ends before fact {fact}: its tail is cut.':
    'Die Aufzeichnung endet vor Eintrag {fact}: Ihr Ende ist abgeschnitten.',
  'Fact {fact} is not the last that was recorded.': 'Eintrag {fact} ist nicht der letzte, der aufgezeichnet wurde.',
  'Fact {fact} was not recorded by Skillet.': 'Eintrag {fact} wurde nicht von Skillet aufgezeichnet.',
  'The text {text} is not what was recorded.': 'Der Text {text} ist nicht mehr, was aufgezeichnet wurde.',
  'Of {all} texts {here} are there.': 'Von {all} Texten sind {here} da.',
  'Past fact {fact} the record cannot be read.': 'Nach Eintrag {fact} ist die Aufzeichnung nicht lesbar.',
  'its chain is broken': 'ihre Kette ist gebrochen',
  'A fact of type {type} cannot be written as JSON ({problem}).':
    'Ein Eintrag der Art {type} lässt sich nicht als JSON schreiben ({problem}).',
  'Nothing of it was recorded.': 'Nichts davon wurde aufgezeichnet.',
  'the database file is empty': 'die Datenbankdatei ist leer',
  'the database file is gone': 'die Datenbankdatei ist weg',
  'its version is not readable': 'ihre Version ist nicht lesbar',
  'its tables are not the ones that Skillet made': 'ihre Tabellen sind nicht die, die Skillet angelegt hat',
  'fact {fact} cannot be read': 'Eintrag {fact} ist nicht lesbar',
  'its head does not fit its facts': 'ihr Kopf passt nicht zu ihren Einträgen',
  'it ends at fact {fact}, though {noted} were recorded':
    'sie endet mit Eintrag {fact}, obwohl {noted} aufgezeichnet wurden',
  'The record was damaged: {reason:said}.': 'Die Aufzeichnung war beschädigt: {reason}.',
  'Facts that could not be read: {lost}.': 'Nicht lesbare Einträge: {lost}.',
  'Facts that are kept but are not what was recorded: {altered}.':
    'Behaltene Einträge, die nicht mehr sind, was aufgezeichnet wurde: {altered}.',
  "{folder:piece} holds a copy of Skillet's data that was not finished.":
    '{folder} enthält eine unfertige Kopie der Daten von Skillet.',
  'The data in {folder} is being moved to {target}.': 'Die Daten in {folder} werden nach {target} verschoben.',
  'Delete that folder, or name another one for the data.':
    'Löschen Sie diesen Ordner, oder nennen Sie einen anderen für die Daten.',
  'Do this once more: Skillet then looks where the data lies.':
    'Versuchen Sie es noch einmal: Skillet sieht dann nach, wo die Daten liegen.',
  'The record {file} is damaged ({reason:said}) and cannot be moved aside: {problem}':
    'Die Aufzeichnung {file} ist beschädigt ({reason}) und lässt sich nicht beiseitelegen: {problem}',
  'Move {file} and the files whose names begin with it to a safe place yourself, then start again.':
    'Bringen Sie {file} und die Dateien, deren Namen so beginnen, selbst an einen sicheren Ort, und starten Sie dann neu.',
  'There is no record in {folder} yet.': 'In {folder} gibt es noch keine Aufzeichnung.',
  'Start Skillet once, or name the folder that holds its data.':
    'Starten Sie Skillet einmal, oder nennen Sie den Ordner mit seinen Daten.',
  '{file:piece} has the form of an older Skillet (version {version}, this one reads {current}).':
    '{file} hat die Form eines älteren Skillet (Version {version}, dieses liest {current}).',
  'Start Skillet once: it brings the record up to date.':
    'Starten Sie Skillet einmal: Es bringt die Aufzeichnung auf den neuen Stand.',
  '{file:piece} was written by a newer Skillet (version {version}, this one knows {current}). It was left as it is.':
    '{file} wurde von einem neueren Skillet geschrieben (Version {version}, dieses kennt {current}). Daran wurde nichts geändert.',
  'Use that newer Skillet, or name another folder for the data of this one.':
    'Benutzen Sie das neuere Skillet, oder nennen Sie für die Daten von diesem einen anderen Ordner.',
  'Another Skillet is using {folder}.': 'Ein anderes Skillet benutzt {folder}.',
  'Another Skillet is using {folder} (process {pid}).': 'Ein anderes Skillet benutzt {folder} (Prozess {pid}).',
  'Use the window that is already open, or close it first.':
    'Benutzen Sie das Fenster, das schon offen ist, oder schließen Sie es zuerst.',
  'The record is closed.': 'Die Aufzeichnung ist geschlossen.',
  'Open it again before using it.': 'Öffnen Sie sie wieder, bevor Sie sie benutzen.',
  'The record was opened for reading alone.': 'Die Aufzeichnung wurde nur zum Lesen geöffnet.',
  'Open it without readOnly to record something.': 'Öffnen Sie sie ohne readOnly, um etwas aufzuzeichnen.',
  'The record cannot be searched yet: its index is being made anew.':
    'Die Aufzeichnung lässt sich noch nicht durchsuchen: Ihr Verzeichnis wird neu angelegt.',
  'Start Skillet, or wait a moment where it is open: it makes the index by itself.':
    'Starten Sie Skillet, oder warten Sie einen Moment, wenn es offen ist: Es legt das Verzeichnis von selbst an.',
  'The disk that holds {folder} is full, so nothing more can be recorded.':
    'Das Laufwerk von {folder} ist voll, darum lässt sich nichts mehr aufzeichnen.',
  'Free some space on that disk and try again. What was recorded before is safe.':
    'Schaffen Sie auf diesem Laufwerk Platz, und versuchen Sie es noch einmal. Was schon aufgezeichnet war, ist sicher.',
  'Skillet cannot write to {folder} ({detail}).': 'Skillet kann nicht nach {folder} schreiben ({detail}).',
  "Make {folder} a folder that you may write to, or choose another place for Skillet's data.":
    'Sorgen Sie dafür, dass Sie in {folder} schreiben dürfen, oder wählen Sie für die Daten von Skillet einen anderen Ort.',
  'The record in {folder} is damaged ({detail}).': 'Die Aufzeichnung in {folder} ist beschädigt ({detail}).',
  'Start Skillet again: it keeps the damaged file and rescues what can be read.':
    'Starten Sie Skillet neu: Es behält die beschädigte Datei und rettet, was lesbar ist.',
  'Another program is using the record in {folder}.': 'Ein anderes Programm benutzt die Aufzeichnung in {folder}.',
  'Another program is using the record in {folder} ({detail}).':
    'Ein anderes Programm benutzt die Aufzeichnung in {folder} ({detail}).',
  'Close the program that has skillet.db open, then try again.':
    'Schließen Sie das Programm, das skillet.db offen hat, und versuchen Sie es noch einmal.',
  'Wait until it has ended, or close it, and try again.':
    'Warten Sie, bis es beendet ist, oder schließen Sie es, und versuchen Sie es noch einmal.',
  'The record in {folder} refuses this ({detail}).': 'Die Aufzeichnung in {folder} nimmt das nicht an ({detail}).',
  'Nothing of it was recorded. Make it smaller or less deep.':
    'Nichts davon wurde aufgezeichnet. Machen Sie es kleiner oder flacher.',
  'The disk that holds {folder} reported an error ({code}: {detail}).':
    'Das Laufwerk von {folder} hat einen Fehler gemeldet ({code}: {detail}).',
  'Check that disk and its connection, then start Skillet again.':
    'Prüfen Sie dieses Laufwerk und seinen Anschluss, und starten Sie Skillet dann neu.',
  'The record in {folder} failed unexpectedly ({detail}).':
    'Bei der Aufzeichnung in {folder} trat ein unerwarteter Fehler auf ({detail}).',
  'Start Skillet again. If it happens once more, please report it with this message.':
    'Starten Sie Skillet neu. Geschieht es noch einmal, melden Sie es bitte mit dieser Nachricht.',
  'It is of a newer kind.': 'Sie ist von neuerer Art.',
  '{file:piece}: {problem:said}': '{file}: {problem}',
} as const
