import type { MCP as EN } from '../en/mcp.ts'

export const MCP: Readonly<Record<keyof typeof EN, string>> = {
  'server-not-listed': 'Die Werkzeuge des Servers {server} sind noch nicht bekannt.',
  'list-server-tools':
    'Vertrauen Sie dem Skill, und lassen Sie dann seine Werkzeuge auflisten: skillet skills connect {skill}',
  'skill-of-servers': 'Werkzeuge von: {names}',
  'server-tool-name': 'Der Server bietet ein Werkzeug namens {name} an, das kein Modell bekommen kann.',
  'server-decides-this': 'Das kann nur ändern, wer den Server herstellt.',
  'object-of-servers': 'ein Objekt: zu jedem Namen ein Server',
  'too-many-servers': 'Es sind {count} Server; erlaubt sind bis zu {most}.',
  'server-name': '{name} ist als Name eines Servers nicht verwendbar.',
  'server-command-or-url': 'Ein Server hat entweder command oder url.',
  'secret-in-arguments':
    '{text} würde ein Geheimnis in ein Argument schreiben, das jedes Programm auf diesem Computer lesen kann.',
  'folder-not-absolute': '{folder} ist kein absoluter Pfad.',
  'name-not-usable': '{name} ist hier als Name nicht verwendbar.',
  'correct-server': 'Korrigieren Sie diesen Server in mcp.json.',
  'server-env-name': 'Kein Server darf die Umgebungsvariable {name} bekommen.',
  'server-secret-missing': 'Der Server {server} braucht das Geheimnis {name}, das nicht hinterlegt ist.',
  'server-not-started': 'Der Server {server} konnte nicht gestartet werden: {reason}',
  'server-ended': 'Der Server {server} wurde beendet ({how}).{said}',
  'server-ended-early': 'Der Server {server} wurde beendet, bevor er antwortete ({how}).{said}',
  'server-said': ' Zuletzt schrieb er: {text}',
  'server-silent': 'Der Server {server} antwortete nicht innerhalb von {seconds} s.',
  'server-failed-often':
    'Der Server {server} schlug {times}-mal nacheinander fehl und wird nicht mehr gestartet. {reason}',
  'server-line-long': 'Der Server {server} schickte eine Zeile mit mehr als {mib} MiB.',
  'server-refused': 'Der Server antwortete mit einem Fehler: {problem}',
  'server-tool-changed':
    'Der Server {server} beschreibt {tool} jetzt anders als bei der Prüfung. Listen Sie seine Werkzeuge neu auf, und prüfen Sie sie.',
  'server-tool-gone': 'Der Server {server} bietet {tool} nicht mehr an.',
  'server-tool-withdrawn': 'Der Server hat dieses Werkzeug nach der Prüfung geändert.',
  'list-again-and-review': 'Listen Sie die Werkzeuge des Skills neu auf, und prüfen Sie, was sich geändert hat.',
  'server-tool-failed': 'Das Werkzeug meldete einen Fehler.',
  'skill-has-no-servers': 'Der Skill {skill} nennt keine Server.',
  'servers-need-trust':
    'Prüfen Sie zuerst {skill}: Kein Server startet, bevor sein Befehl oder seine Adresse geprüft wurde.',
  'server-list-long': 'Die Liste dessen, was er anbietet, ist länger als {most} Bytes.',
  'server-needs-sign-in': 'Der Server {server} verlangt eine Anmeldung. Verbinden Sie den Skill dafür erneut.',
  'server-text-unreadable':
    'Das ist weder eine Adresse noch eine Befehlszeile noch das JSON eines Servers. Fügen Sie ein, was der Hersteller des Servers angibt.',
  'package-unclear': 'Schreiben Sie den Server als npx -y und den Namen eines Pakets; {spec} ist keiner.',
  'package-not-installed': 'Das Paket {name} ließ sich nicht installieren oder hat kein eigenes Programm. {problem}',
  'answer-gone': 'Die Frage ist nicht mehr offen.',
  'answer-unfit': 'Das ist nicht, was das Formular verlangt.',
  'server-gone-there': '{file} nennt keinen Server {name} mehr.',
  'server-offers-none': 'Der Server {server} bietet kein geprüftes {name} an.',
  'server-text-long': '{name} ist länger als 256 KiB.',
  'row-server': 'Server',
  'row-server-tool': 'Werkzeug',
  'row-arguments': 'Argumente',
  'server-unknown-effect': '{tool} auf dem Server {server}',
}
