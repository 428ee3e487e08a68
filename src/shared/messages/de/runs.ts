import type { RUNS as EN } from '../en/runs.ts'

export const RUNS: Readonly<Record<keyof typeof EN, string>> = {
  'value-unchanged-because': '{why}; der Wert ist unverändert',
  'output-unchanged-because': '{why}; die Ausgabe ist unverändert',
  'helper-arguments-unusable': 'seine Argumente enthalten Zeichen, die keinem Programm übergeben werden können',
  'argument-too-long': 'ein Argument ist 128 KiB lang oder länger',
  'value-like-option': '{value} sieht wie eine Option aus',
  'resolver-printed-nothing': 'es hat nichts ausgegeben; der Wert ist unverändert',
  'neither-script-nor-command': 'es nennt weder ein Skript noch einen Befehl',
  'not-a-script-name': '"{name}" ist kein Name eines Skripts',
  'scripts-off-value-unchanged': 'Skripte sind für diesen Skill aus; der Wert ist unverändert',
  'script-changed-since-read': 'das Skript hat sich geändert, seit sein Skill gelesen wurde',
  'not-ended-within': 'es kam in {seconds} s nicht zum Ende',
  'it-was-stopped': 'es wurde angehalten',
  'ended-by-signal': 'Signal {signal}',
  'ended-with-exit-code': 'Exit-Code {code}',
  'printed-too-much': 'es hat mehr als 64 KiB ausgegeben',
  'printed-no-text': 'es hat keinen Text ausgegeben',
  'binary-name-not-plain':
    '{name} ist kein einfacher Programmname. Erlaubt sind nur Buchstaben, Ziffern und . _ + -, ohne Ordner.',
  'program-unreadable': '{file} wurde gefunden, ließ sich aber nicht lesen: {problem}. Versuchen Sie es noch einmal.',
  'path-is-empty': 'PATH nennt keinen Ordner, der sich durchsuchen lässt.',
  'could-not-start': '{file} ließ sich nicht starten: {why}',
  'could-not-start-with-arguments': '{file} ließ sich mit {count} Argumenten nicht starten: {why}',
  'arguments-too-long-together':
    'seine Argumente und die Umgebung sind zusammen zu lang. Langer Text gehört in die Standardeingabe oder in eine Datei.',
  'start-not-permitted-look':
    'das System erlaubt es nicht. Sehen Sie nach seinen Rechten, und ob sein Laufwerk Programme zulässt (noexec).',
  'start-not-permitted': 'das System erlaubt es nicht.',
  'start-file-missing': 'es selbst, sein Interpreter oder sein Lader fehlt. Installieren Sie es noch einmal.',
  'program-being-written': 'es wird gerade geschrieben. Versuchen Sie es noch einmal, wenn das fertig ist.',
  'too-many-processes': 'es laufen zu viele Prozesse. Schließen Sie einige, und versuchen Sie es noch einmal.',
  'no-memory-to-start':
    'der Arbeitsspeicher reicht nicht. Schließen Sie einige Programme, und versuchen Sie es noch einmal.',
  'too-many-files-open-here':
    'es sind zu viele Dateien offen. Versuchen Sie es noch einmal, wenn andere Befehle beendet sind.',
  'too-many-files-open-computer':
    'auf diesem Computer sind zu viele Dateien offen. Schließen Sie einige Programme, und versuchen Sie es noch einmal.',
  'argument-has-nul':
    'Ein Argument für {file} enthält ein NUL-Zeichen, das kein Programm empfangen kann. Lassen Sie es weg.',
  'working-folder-problem': 'Der Arbeitsordner {folder} {problem}. Wählen Sie einen Ordner, den es gibt.',
  'working-folder-not-folder': 'Der Arbeitsordner {folder} ist kein Ordner. Wählen Sie einen Ordner.',
  'program-problem': 'Das Programm {file} {problem}. Installieren Sie es, oder legen Sie es zurück.',
  'does-not-exist': 'existiert nicht',
  'may-not-be-reached': 'ist für diesen Benutzer nicht erreichbar',
  'cannot-be-inspected': 'lässt sich nicht ansehen ({problem})',
  'batch-file-unsafe':
    '{file} ist eine Batch-Datei, der sich das Argument {value} nicht sicher übergeben lässt. Benutzen Sie ein Programm, das eine .exe ist.',
  'path-not-absolute': '"{file}" ist kein absoluter Pfad, und Programme werden nur über absolute Pfade gestartet.',
  'program-is-folder': '{file} ist ein Ordner, kein Programm.',
  'program-not-regular': '{file} ist keine normale Datei und wird darum nicht ausgeführt.',
  'program-not-executable': '{file} ist nicht ausführbar. Wenn es ein Programm sein soll: chmod +x {again}',
  'too-many-interpreters': '{file} wird über zu viele Skripte erreicht, die einander interpretieren.',
  'no-interpreter-named':
    '{file} beginnt mit "#!", nennt aber keinen Interpreter. Nennen Sie einen, zum Beispiel #!/bin/sh',
  'interpreter-line-ends':
    'Die erste Zeile von {file} endet mit CR LF, darum wird der Interpreter nicht gefunden. Speichern Sie die Datei mit LF als Zeilenende.',
  'interpreter-problem': '{file} kann wegen des Interpreters in der ersten Zeile nicht laufen: {problem}',
  'wrong-processor':
    '{file} wurde für einen anderen Prozessor gebaut. Installieren Sie die Fassung für diesen Computer.',
  'neither-program-nor-script':
    '{file} ist weder ein Programm für dieses System noch ein Skript mit einer ersten Zeile wie #!/bin/sh. Skillet benutzt nie eine Shell: Fügen Sie so eine Zeile hinzu.',
  'could-not-start-in-sandbox': '{file} ließ sich in der Sandbox ({sandbox}) nicht starten: {why}',
  'ended-before-start': 'es wurde beendet, bevor es begann',
  'sandbox-gone':
    'Die Sandbox für diesen Befehl ist nicht mehr verfügbar, darum wurde er nicht gestartet. Starten Sie Skillet neu, und führen Sie ihn noch einmal aus.',
  'not-our-temporary-file':
    '{file} ist keine temporäre Datei von Skillet und wird darum nicht geschrieben. Rufen Sie es noch einmal auf.',
  'temporary-file-not-written':
    'Eine temporäre Datei ließ sich nicht schreiben ({problem}). Sehen Sie nach Platz und Rechten in {folder}.',
  'helper-runs-any-code': '{name} kann beliebigen Code ausführen und würde ohne Nachfrage laufen',
  'helper-gains-rights': '{name} handelt mit mehr Rechten, als Sie haben, und würde ohne Nachfrage laufen',
  'helper-signals': '{name} kann andere Programme beenden und würde ohne Nachfrage laufen',
  'helper-deletes': '{name} kann Unwiederbringliches zerstören und würde ohne Nachfrage laufen',
  'script-missing-value-unchanged': 'scripts/{name} ist keine normale Datei dieses Skills; der Wert ist unverändert',
  'outcome-resolved': 'aufgelöst',
  'outcome-failed': 'fehlgeschlagen',
  'outcome-empty': 'leer',
  'outcome-timed-out': 'Zeit abgelaufen',
  'outcome-not-found': 'nicht gefunden',
  'outcome-refused': 'verweigert',
  'outcome-scripts-off': 'Skripte sind aus',
  'outcome-not-run': 'nicht ausgeführt',
  'no-program-named': 'Es wurde kein Programm namens {name} gefunden.',
  'none-but': '{none} {found}.',
  'seen-folder': '{file} ist ein Ordner',
  'seen-irregular': '{file} ist keine normale Datei',
  'seen-not-executable': '{file} ist nicht ausführbar',
  'install-or-add-to-path':
    '{none} Installieren Sie es, oder nehmen Sie seinen Ordner in PATH auf. Gesucht in: {where}',
  'tool-said': '{why}',
}
