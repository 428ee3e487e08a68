/** How main judged a command, and what it says about its parts. */
export const RISK = {
  '{command:piece} is known to read only': '{command} ist als rein lesend bekannt',
  '{command:piece} is not known to read only': '{command} ist nicht als rein lesend bekannt',
  '{command:piece} can destroy what cannot be brought back':
    '{command} kann zerstören, was sich nicht zurückholen lässt',
  '{command:piece} acts with more rights than yours': '{command} handelt mit mehr Rechten, als Sie haben',
  '{command:piece} can end other programs': '{command} kann andere Programme beenden',
  '{command:piece} can run any code': '{command} kann beliebigen Code ausführen',
  'the environment may not hold {names}': 'die Umgebung darf {names} nicht enthalten',
  'the sandbox is none': 'es gibt keine Sandbox',
  'the sandbox is partial': 'die Sandbox ist nur teilweise wirksam',
  'the sandbox is enforced': 'die Sandbox ist wirksam',
  'argument {number} ({value:quoted}) {note:said}': 'Argument {number} ({value}) {note}',
  'a value {note:said}': 'ein Wert {note}',
  'the resolver of {param:piece} did not succeed (failed); its value is unchanged':
    'der Resolver von {param} hatte keinen Erfolg (fehlgeschlagen); der Wert ist unverändert',
  'the resolver of {param:piece} did not succeed (empty); its value is unchanged':
    'der Resolver von {param} hatte keinen Erfolg (leer); der Wert ist unverändert',
  'the resolver of {param:piece} did not succeed (timed-out); its value is unchanged':
    'der Resolver von {param} hatte keinen Erfolg (Zeit abgelaufen); der Wert ist unverändert',
  'the resolver of {param:piece} did not succeed (not-found); its value is unchanged':
    'der Resolver von {param} hatte keinen Erfolg (nicht gefunden); der Wert ist unverändert',
  'the resolver of {param:piece} did not succeed (refused); its value is unchanged':
    'der Resolver von {param} hatte keinen Erfolg (verweigert); der Wert ist unverändert',

  'a negative number, as the schema asks for': 'eine negative Zahl, wie das Schema sie verlangt',
  'looks like an option': 'sieht wie eine Option aus',
  'holds characters that cannot be seen': 'enthält unsichtbare Zeichen',
  'starts with @, which many programs take for a file to read':
    'beginnt mit @, worunter viele Programme eine Datei verstehen, die zu lesen ist',
  'looks like a path, and the skill does not declare one': 'sieht wie ein Pfad aus, und der Skill gibt hier keinen an',
  'looks like an address, and the skill does not declare one':
    'sieht wie eine Adresse aus, und der Skill gibt hier keine an',
  'looks like a Windows path, in which \\n or \\t became a line break or a tab':
    'sieht wie ein Windows-Pfad aus, in dem \\n oder \\t zu einem Zeilenumbruch oder Tabulator wurde',

  'runs (class {class}): {reasons:said}': 'läuft (Klasse {class}): {reasons}',
  'asks first (class {class}): {reasons:said}': 'fragt vorher (Klasse {class}): {reasons}',
  'refused (class {class}): {reasons:said}': 'verweigert (Klasse {class}): {reasons}',
  'asks again: what would run changed after it was approved; else {verdict:said}':
    'fragt noch einmal: was ausgeführt würde, hat sich nach der Freigabe geändert; sonst {verdict}',
  'asks first: the record of what you decided is damaged; else {verdict:said}':
    'fragt vorher: die Aufzeichnung Ihrer Entscheidungen ist beschädigt; sonst {verdict}',
  'asks first: {how:said}; else {verdict:said}': 'fragt vorher: {how}; sonst {verdict}',
  'the model chose the call from a list, because it has no tool calls':
    'das Modell hat den Aufruf aus einer Liste gewählt, weil es selbst keine Werkzeuge aufrufen kann',
  "the call was read from the model's text": 'der Aufruf wurde aus dem Text des Modells gelesen',
  'a rule of yours forbids it': 'eine Regel von Ihnen verbietet es',
  'a rule of yours asks each time': 'eine Regel von Ihnen fragt jedes Mal',
  'a rule of yours allows it': 'eine Regel von Ihnen erlaubt es',
  'trusted skills run': 'vertrauenswürdige Skills laufen',
  'you approved this tool in this session': 'Sie haben dieses Werkzeug in dieser Sitzung freigegeben',
  'you declined exactly this in this turn': 'Sie haben genau das in diesem Ablauf schon abgelehnt',
  'it follows output that nobody vouches for': 'es folgt auf eine Ausgabe, für die niemand bürgt',
  'its first run since the tool changed': 'der erste Lauf, seit sich das Werkzeug geändert hat',

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
