import type { NEEDS as ENGLISH } from '../en/needs.ts'

export const NEEDS: Record<keyof typeof ENGLISH, string> = {
  'need-read': '{path} lesen',
  'need-write': '{path} lesen und ändern',
  'need-home': 'Ihren ganzen Benutzerordner lesen',
  'need-ssh-agent': 'Ihren SSH-Agenten benutzen',
  'need-ssh-keys': 'Ihre SSH-Schlüssel benutzen',
  'need-credential': 'Ihre Anmeldung bei {name} benutzen',
  'need-variable': 'Ihre Umgebungsvariable {name} lesen',
  'need-variable-for': 'Ihre Umgebungsvariable {name} lesen, nur für {tool}',
  'need-for': '{need} ({places}), nur für {commands}',
  'need-for-none': '{need} ({places}); keiner seiner Befehle braucht das',
  'need-not-list': 'Das muss eine Liste mit höchstens {most} Elementen sein.',
  'need-write-list': 'Schreiben Sie eine Liste wie ["~/.config/mein-programm"] oder [git, gh].',
  'need-no-such-credential': 'Skillet kennt keine Anmeldung {name}.',
  'need-use-names': 'Verwenden Sie {names}.',
  'need-no-variable': '{name} ist kein Name einer Umgebungsvariablen.',
  'need-variable-kept':
    'Die Variable {name} kann ein Programm zu fremdem Code oder zu Ihren Schlüsseln führen; kein Skill bekommt sie.',
  'need-write-variable': 'Nennen Sie eine Variable, die nur das Programm selbst liest.',
  'need-path-not-text': 'Das muss ein Pfad sein, oder Felder wie {path: "~/Notizen", access: write}.',
  'need-access-unknown': 'Der Zugriff auf {path} muss „read“ oder „write“ sein.',
  'need-path-home':
    '{path} ist der ganze Benutzerordner. Nur ein Mensch kann ihn einem Skill öffnen, auf der Seite des Skills.',
  'need-path-outside': '{path} liegt nicht im Benutzerordner.',
  'need-path-not-plain':
    '{path} ist kein einfacher Pfad: Er enthält „..“, einen leeren Namen, einen Platzhalter oder ein verstecktes Zeichen.',
  'need-path-kept':
    '{path} ist oder enthält {place}: Schlüssel, Daten von Skillet oder Dateien, die später ausgeführt werden. Kein Skill bekommt das.',
  'need-path-link': '{path} ist ein symbolischer Link oder führt durch einen; kein Skill bekommt das.',
  'need-path-missing': '{path} gibt es nicht; der Befehl kann dort nichts ändern. Legen Sie es zuerst an.',
  'need-write-path': 'Nennen Sie eine Datei oder einen Ordner des Programms selbst, geschrieben als ~/….',
  'credentials-not-given':
    '{program} bekommt hier kein {names}. Um es zu erlauben, öffnen Sie unter Skills die Seite von {skill} und schalten es unter „Zugriff“ ein, oder: skillet skills access {skill} {first} on',
  'risk-variable': '{to} erhält Ihre Umgebungsvariable {name}',
  'risk-credential': '{to} kann Ihre Anmeldung {name} benutzen',
  'background-needs': 'Es bekommt auch: {names}.',
  'why-reads-home': 'Dieser Skill kann Ihren ganzen Benutzerordner lesen.',
  'no-such-need': '{skill} hat keinen Zugriff namens {need}. Möglich sind: {names}',
  'access-needs-trust': '{skill} ist nicht vertrauenswürdig. Prüfen Sie ihn zuerst.',
}
