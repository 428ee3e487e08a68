import type { PROGRAMS as EN } from '../en/programs.ts'

export const PROGRAMS: Readonly<Record<keyof typeof EN, string>> = {
  'program-not-paired':
    'Dieses Programm ist nicht mit Skillet verbunden. Öffnen Sie in Skillet „Andere Programme“ und fügen Sie es hinzu: Seine Zeilen enthalten ein eigenes Token.',
  'program-waits': 'Dies wartet auf eine Antwort im Fenster von Skillet.',
  'program-unanswered':
    'Dies braucht die Zustimmung der Person, und niemand hat sie gegeben. Bitten Sie sie, Skillet zu öffnen und dort zuzustimmen oder es mit einer Regel zu erlauben.',
  'program-too-many': 'höchstens {most} Aufrufe zugleich; warten Sie, bis die anderen enden',
  'program-record-taken': 'Ein anderes Skillet benutzt gerade die Daten; versuchen Sie es noch einmal',
  'port-taken': 'Der Port {port} dieses Computers wird von einem anderen Programm benutzt.',
  'program-gone': 'Dieses Programm ist nicht mehr verbunden.',
  'program-port-closed': 'Der Port für andere Programme ist nicht offen. Schalten Sie ihn zuerst ein.',
  'program-app-gone':
    'Skillet wurde geschlossen oder dieses Programm entfernt, während der Aufruf lief. In der Aufzeichnung steht, was daraus wurde.',
}
