import type { SANDBOX as EN } from '../en/sandbox.ts'

export const SANDBOX: Readonly<Record<keyof typeof EN, string>> = {
  'folder-not-opened':
    '{path} lässt sich nicht öffnen. Prüfen Sie, ob der Ordner vorhanden ist und Sie ihn lesen dürfen.',
  'folder-changed':
    '{path} ist nicht der Ordner, den Sie erlaubt haben: Er wurde verschoben oder ersetzt. Starten Sie den Befehl noch einmal.',
  'sandbox-off': 'die Einstellung sandbox ist aus',
  'sandbox-unknown-system': 'für {platform} gibt es noch keine Sandbox',
  'sandbox-exec-missing': 'sandbox-exec wurde nicht gefunden',
  'sandbox-exec-works':
    'sandbox-exec hält Befehle vom Schreiben und vom Netz ab, beendet aber ihre Kindprozesse nicht mit ihnen',
  'bubblewrap-missing': 'bubblewrap (bwrap) ist nicht installiert',
  'bubblewrap-untried': 'es gibt kein Programm "true", um bubblewrap zu erproben',
  'bubblewrap-not-permitted':
    'bubblewrap ist installiert, aber dieses System lässt es keine Namensräume anlegen ({refusal})',
  'bubblewrap-fails': 'bubblewrap ist installiert, funktioniert aber nicht ({refusal})',
  'bubblewrap-works': 'bubblewrap ({bwrap})',
  'bubblewrap-without-network': 'bubblewrap ({bwrap}) funktioniert, kann aber das Netz nicht schließen ({refusal})',
  'but-sizes-unlimited': '{first}; Größen sind nicht begrenzt, weil prlimit fehlt',
  'but-calls-unfiltered': '{first}; Systemaufrufe werden nicht gefiltert',
  'out-of-memory': 'Es wurde beendet, weil es zu viel Arbeitsspeicher belegte. Geben Sie ihm weniger auf einmal.',
  'out-of-processor-time': 'Es wurde beendet, weil es mehr als {seconds} s Rechenzeit verbrauchte.',
  'wrote-too-large-file': 'Es wurde beendet, weil es eine Datei mit mehr als {gib} GiB schrieb.',
}
