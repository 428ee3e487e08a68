/** Servers: what they ask, give and offer. */
export const SERVERS = {
  'Question from {server}': 'Frage von {server}',
  'The server {server} asks you': 'Der Server {server} fragt Sie',
  'It is a program on this computer.': 'Er ist ein Programm auf diesem Computer.',
  'Your answer is sent to {host}.': 'Ihre Antwort geht an {host}.',
  'The words below are the server’s. Enter no password or key.':
    'Die Worte unten stammen vom Server. Geben Sie kein Passwort und keinen Schlüssel ein.',
  'Several calls of it are running, and it did not say which one asks.':
    'Mehrere seiner Aufrufe laufen, und er hat nicht gesagt, welcher fragt.',
  'Asks you': 'Fragt Sie',
  'Pictures from {tool}': 'Bilder von {tool}',
  'Sign in': 'Anmelden',
  'Sign in needed. Its page opens in your browser.': 'Anmeldung nötig. Die Seite öffnet sich in Ihrem Browser.',
  'Sounds from {tool}': 'Töne von {tool}',
  'Play {name}': '{name} abspielen',
  Play: 'Abspielen',
  'from a server': 'von einem Server',
  'Servers found on this computer': 'Auf diesem Computer gefundene Server',
  '{names} go to the key store': '{names}: kommt in den Schlüsselspeicher',
  'Add {server} from {program}': '{server} aus {program} hinzufügen',
  'Prompt {name} of {server}': 'Vorlage {name} von {server}',
  'Show the text': 'Text zeigen',
  'Contains text from {servers}. Read it before you send it; commands after it need your approval.':
    'Enthält Text von {servers}. Lesen Sie ihn vor dem Senden; Befehle danach brauchen Ihre Zustimmung.',
  Discard: 'Verwerfen',
  Prompts: 'Vorlagen',
  Resources: 'Ressourcen',
  'Skills of its servers': 'Skills seiner Server',
  'Use in chat': 'Im Chat verwenden',
  Attach: 'Anhängen',
  'Its files cannot be verified': 'Seine Dateien lassen sich nicht prüfen',
  'Tell {server} which folders it may use?': '{server} sagen, welche Ordner er benutzen darf?',
  'Let {server} ask your model?': '{server} Ihr Modell fragen lassen?',
  'Tell {server} its folders': '{server} seine Ordner nennen',
  'Let {server} ask your model': '{server} Ihr Modell fragen lassen',
  'It learns the names of the folders it may use.': 'Er erfährt die Namen der Ordner, die er benutzen darf.',
  'During a call, your model answers its questions, without tools and without your chat.':
    'Während eines Aufrufs beantwortet Ihr Modell seine Fragen, ohne Werkzeuge und ohne Ihren Chat.',
  Decline: 'Ablehnen',
  'Send answer': 'Antwort senden',
  '{server} asked for something like a password. Skillet refused.':
    '{server} fragte nach etwas wie einem Passwort. Skillet hat abgelehnt.',
  '{server} asked in a form that cannot be shown here. Skillet refused.':
    '{server} fragte in einer Form, die hier nicht gezeigt werden kann. Skillet hat abgelehnt.',
  'You answered {server}: {fields}': 'Sie haben {server} geantwortet: {fields}',
  '{server} asked, and got no answer.': '{server} hat gefragt und keine Antwort bekommen.',
  '{tool} asks you something.': '{tool} fragt Sie etwas.',
} as const
