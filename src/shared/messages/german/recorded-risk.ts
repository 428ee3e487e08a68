/** Why a helper may not run, and what becomes of a call. Verdicts are messages with codes. */
export const RISK = {
  '{command:piece} can destroy what cannot be brought back':
    '{command} kann zerstören, was sich nicht zurückholen lässt',
  '{command:piece} acts with more rights than yours': '{command} handelt mit mehr Rechten, als Sie haben',
  '{command:piece} can run any code': '{command} kann beliebigen Code ausführen',
  '{command:piece} can end other programs': '{command} kann andere Programme beenden',
  'looks like an option': 'sieht wie eine Option aus',
  'looks like a Windows path, in which \\n or \\t became a line break or a tab':
    'sieht wie ein Windows-Pfad aus, in dem \\n oder \\t zu einem Zeilenumbruch oder Tabulator wurde',

  'User declined this call.': 'Der Aufruf wurde abgelehnt.',
  'User declined this call. {note}': 'Der Aufruf wurde abgelehnt. {note}',
  'it was stopped before it started': 'es wurde angehalten, bevor es begann',
  'it was not approved before the turn ended': 'es wurde nicht freigegeben, bevor die Antwort endete',
  'nobody approved it while it waited': 'niemand hat es freigegeben, solange es wartete',
  'what would run is not what was approved, and it changed again each time it was asked about; nothing was started':
    'was ausgeführt würde, ist nicht, was freigegeben wurde, und es war bei jeder Rückfrage wieder anders; nichts wurde gestartet',
  'it ran, but how it ended could not be recorded: {problem:said}':
    'es lief, aber wie es endete, ließ sich nicht aufzeichnen: {problem}',
  'it was not started: {problem:said}': 'es wurde nicht gestartet: {problem}',
  'Skillet ended before this call was answered; nothing was run':
    'Skillet wurde beendet, bevor dieser Aufruf beantwortet war; nichts wurde ausgeführt',
  'one value': 'ein Wert',
  another: 'ein anderer',
  'led to one place': 'führte an einen Ort',
  'leads to another': 'führt an einen anderen',
  nothing: 'nichts',

  failed: 'fehlgeschlagen',
  empty: 'leer',
  'timed-out': 'Zeit abgelaufen',
  'not-found': 'nicht gefunden',
  refused: 'verweigert',
  'scripts-off': 'Skripte sind aus',
  'not-run': 'nicht ausgeführt',
} as const
