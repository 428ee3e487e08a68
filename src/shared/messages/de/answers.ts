import type { ANSWERS as ENGLISH } from '../en/answers.ts'

/** What a person should know of an answer. */
export const ANSWERS: Readonly<Record<keyof typeof ENGLISH, string>> = {
  'answer-without-result': 'Kein Ergebnis von {tool}. Was die Antwort darüber sagt, kann erfunden sein.',
  'answer-of-shortened':
    'Das Modell las nur einen Teil der Ausgabe von {tool}. Was die Antwort über den Rest sagt, kann erfunden sein.',
  'answer-unfounded': 'In den Ergebnissen nicht gefunden: {values}',
  'answer-in-less-context':
    'Für den üblichen Kontext hat dieser Computer zu wenig freien Speicher: Das Modell bekam {tokens} Token.',
  'call-needs-result': '{tool} folgt, sobald ein Ergebnis die Werte dafür nennt.',
  'change-not-asked-for': 'Skillet hat {tool} nicht vorgeschlagen: Ihre Nachricht verlangt diese Änderung nicht.',
  'arguments-swapped': '{first} und {second} vertauscht, wie die Nachricht sie meint.',
  'argument-added': '{param} „{value}“ aus der Nachricht ergänzt.',
  'argument-moved': '{from} von {param} nach {into} verschoben, wo es hingehört.',
  'argument-switched-on': '{param} eingeschaltet, denn in der Nachricht steht „{from}“.',
  'argument-unsaid': 'Weggelassen: {param}, denn „{from}“ hat niemand erwähnt.',
  'argument-respelt': '{param} heißt „{to}“ wie in der Nachricht, nicht „{from}“.',
}
