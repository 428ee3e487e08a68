import type { TRUST as EN } from '../en/trust.ts'

export const TRUST: Readonly<Record<keyof typeof EN, string>> = {
  'skill-switched-off': 'Der Skill {skill} ist ausgeschaltet. Schalten Sie ihn ein, um {tool} zu benutzen.',
  'then-load-again': 'Starten Sie Skillet danach neu.',
  'tool-needs-programs': '{tool} braucht {programs}; das ist hier nicht installiert.',
  'tool-switched-off': 'Sie haben {tool} aus dem Skill {skill} ausgeschaltet; es muss ohne gehen.',
  'decoded-and-run': 'Zeile {line} dekodiert etwas und führt es dann als Code aus.',
  'snapshot-damaged': 'Skillets Kopie des geprüften Skills ({hash}) ist beschädigt, darum läuft nichts davon.',
  'review-and-trust-again': 'Prüfen Sie den Skill, und vertrauen Sie ihm erneut.',
  'changed-since-review': 'es hat sich seit der Prüfung geändert',
  'snapshot-not-written': 'Die Kopie ließ sich nicht nach {folder} schreiben: {problem}.',
  'folder-being-changed': '{folder} wird gerade geändert. Sehen Sie noch einmal nach.',
  'folder-changed-since-review':
    'Der Ordner von {skill} hat sich seit der Prüfung geändert. Sehen Sie ihn noch einmal an.',
  'skill-has-no-tool': '{skill} hat kein Werkzeug {tool}.',
  'skill-not-installed-here':
    '{skill} wurde nicht hier installiert und lässt sich darum nicht entfernen, nur ausschalten.',
  'cannot-move-folder': '{folder} lässt sich nicht nach {target} verschieben: {problem}',
  'scripts-off-everywhere': 'Skripte sind für alle Skills aus. Schalten Sie sie zuerst in den Einstellungen ein.',
  'skill-has-no-scripts': '{skill} hat keine Skripte.',
  'not-confirmed': 'Es wurde nicht bestätigt.',
  'skill-changed-while-shown': '{skill} hat sich geändert, während Sie den Skill ansahen. Sehen Sie noch einmal nach.',
  'no-such-skill': 'Es gibt keinen Skill {skill}.',
  'skill-needs-no-trust':
    '{skill} wurde nicht installiert: Der Skill wird benutzt, wie er ist, und braucht kein Vertrauen.',
  'scripts-need-trust-quarantined':
    '{skill} wird noch nicht vertraut. Prüfen Sie den Skill, und vertrauen Sie ihm, bevor seine Skripte laufen dürfen.',
  'scripts-need-trust-changed':
    '{skill} hat sich geändert. Prüfen Sie den Skill, und vertrauen Sie ihm, bevor seine Skripte laufen dürfen.',
  'no-such-tool-near': 'Es gibt kein Werkzeug {tool}. Meinten Sie {near}?',
  'no-such-tool': 'Es gibt kein Werkzeug {tool}. Werkzeuge: {names}',
}
