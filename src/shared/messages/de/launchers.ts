import type { LAUNCHERS as EN } from '../en/launchers.ts'

export const LAUNCHERS: Readonly<Record<keyof typeof EN, string>> = {
  'interpreter-missing':
    '{title} ist nicht installiert. Installieren Sie es, oder wählen Sie das Programm in den Einstellungen.',
  'interpreter-gone': '{title} liegt nicht mehr unter {path}. Wählen Sie das Programm in den Einstellungen.',
  'interpreter-is-folder':
    '{path} ist ein Ordner und nicht das Programm {title}. Wählen Sie das Programm in den Einstellungen.',
  'interpreter-not-program':
    '{path} lässt sich nicht als {title} starten. Machen Sie die Datei ausführbar, oder wählen Sie in den Einstellungen ein anderes Programm.',
  'interpreter-store-stub':
    '{path} öffnet nur den Microsoft Store. Installieren Sie {title}, oder wählen Sie das Programm in den Einstellungen.',
  'entry-changed':
    '{path} hat sich seit der Prüfung geändert und wurde nicht gestartet. Prüfen Sie die Datei, und versuchen Sie es dann erneut.',
  'code-not-allowed':
    'Die Skripte von {skill} sind aus, und dieses Werkzeug ist eines davon. Schalten Sie sie unter Skills ein.',
  'tool-said-failed': 'Das Werkzeug meldete, dass es fehlschlug, aber nicht warum.',
  'tool-not-started': 'Das Werkzeug wurde nicht gestartet: {reason}',
  'tool-no-result': 'Das Werkzeug endete ohne Ergebnis (Exit-Code {exitCode}).',
  'tool-out-of-memory': 'Das Werkzeug wurde beendet, weil es mehr als {most} MB Arbeitsspeicher belegte.',
  'tool-killed': 'Das Werkzeug wurde durch {signal} beendet, bevor es ein Ergebnis lieferte.',
  'tool-threw': '{name}: {message}\n{stack}',
  'script-line-ends':
    '{path} hat Windows-Zeilenenden oder beginnt mit einer Byte-Reihenfolge-Marke; Bash würde die Datei falsch lesen. Speichern Sie sie als UTF-8 mit Unix-Zeilenenden und ohne diese Marke.',
  'tool-not-json': 'Das Werkzeug gab etwas zurück, das kein JSON ist: {reason}',
  'tool-no-function': '{path} enthält keine aufrufbare Funktion. Nötig ist eine von: {wanted}',
  'tool-args-too-deep': 'Die Argumente sind für dieses Werkzeug zu tief verschachtelt.',
  'tool-result-too-large':
    'Das Ergebnis hat {kib} KiB. Dieses Werkzeug kann bis zu {limit} KiB zurückgeben; schreiben Sie mehr in eine Datei.',
  'tool-result-too-deep': 'Das Ergebnis ist mehr als {levels} Ebenen tief verschachtelt.',
  'tool-result-unreadable':
    'Das Werkzeug hat eigenen Text in die Leitung für sein Ergebnis geschrieben; das Ergebnis ist deshalb nicht lesbar.',
  'script-failed': 'Das Skript endete mit Exit-Code {exitCode}.',
  'script-printed-bytes': 'Das Skript gab Bytes aus, die kein Text sind.',
}
