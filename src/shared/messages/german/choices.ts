/** What a person chooses about models, and about the tools of a chat. */
export const CHOICES = {
  '1 hour': '1 Stunde',
  '5 minutes': '5 Minuten',
  'After an answer. A model that is gone takes a while to load.':
    'Nach einer Antwort. Ein entladenes Modell braucht eine Weile, bis es wieder da ist.',
  'All on': 'Alle an',
  'As Ollama does': 'Wie in Ollama',
  'As Skillet chooses': 'Wählt Skillet',
  'As the model does': 'Wie beim Modell',
  'Ask piece by piece': 'Stück für Stück fragen',
  'By its own calls': 'Mit eigenen Aufrufen',
  'Choose a model': 'Ein Modell wählen',
  'Choosing, then filling in': 'Erst wählen, dann ausfüllen',
  Context: 'Kontext',
  'In tokens, up to the {count} it was trained for. More needs more memory.':
    'In Token, bis zu den {count}, für die es trainiert wurde. Mehr braucht mehr Speicher.',
  'In tokens. More needs more memory.': 'In Token. Mehr braucht mehr Speicher.',
  'It calls tools well. Chats use what did best: {style}.':
    'Es ruft Werkzeuge gut auf. Chats nutzen, was am besten gelang: {style}.',
  'It chooses a tool from a list and then fills it in. For models that call no tool by themselves.':
    'Es wählt ein Werkzeug aus einer Liste und füllt es dann aus. Für Modelle, die von sich aus keines aufrufen.',
  'It often calls the wrong tool. Look closely at what it asks for.':
    'Es greift oft zum falschen Werkzeug. Sehen Sie genau hin, worum es bittet.',
  'Loading the model': 'Modell wird geladen',
  'Model: {name}': 'Modell: {name}',
  'Models…': 'Modelle…',
  'No skill can be used now.': 'Zurzeit ist kein Skill verwendbar.',
  'no call where none was needed {done} of {whole}': 'kein unnötiger Aufruf {done} von {whole}',
  'off for all chats': 'für alle Chats aus',
  'right arguments {done} of {whole}': 'richtige Argumente {done} von {whole}',
  'right tool {done} of {whole}': 'richtiges Werkzeug {done} von {whole}',
  'Offer {tool} to the model': '{tool} dem Modell anbieten',
  'switched off': 'ausgeschaltet',
  'Tools as a list in its instructions': 'Werkzeuge als Liste in seinen Anweisungen',
  'Skills and tools of this chat': 'Skills und Werkzeuge dieses Chats',
  'Skills and tools of this chat: {count}': 'Skills und Werkzeuge dieses Chats: {count}',
  'Skills…': 'Skills…',
  'Slower, and often better. The composer has a switch for it.':
    'Langsamer und oft besser. Beim Eingabefeld steht ein Schalter dafür.',
  'Stays in memory': 'Bleibt im Speicher',
  'Stop trying {name}': 'Ausprobieren von {name} anhalten',
  'Set up and try': 'Einrichten und ausprobieren',
  'asked piece by piece': 'Stück für Stück gefragt',
  'context {count}': 'Kontext {count}',
  'does not think': 'denkt nicht nach',
  Think: 'Nachdenken',
  'Thinks first': 'Denkt zuerst nach',
  '{tools} of {skill}': '{tools} von {skill}',
  'Try {name} again': '{name} noch einmal ausprobieren',
  'Try {name}': '{name} ausprobieren',
  'Trying {name}': '{name} wird ausprobiert',
  'Twelve requests over made-up tools show how well it calls them. Nothing is run.':
    'Zwölf Anfragen mit erfundenen Werkzeugen zeigen, wie gut es sie aufruft. Ausgeführt wird nichts.',
  'Unload after each answer': 'Nach jeder Antwort entladen',
  'Until Ollama quits': 'Bis Ollama beendet wird',
  'What the model is offered in this chat.': 'Was dem Modell in diesem Chat angeboten wird.',
  'Whether {name} thinks before it answers, in every chat': 'Ob {name} vor der Antwort nachdenkt, in jedem Chat',
  'A command that nobody allows in this time is given up.':
    'Ein Befehl, den in dieser Zeit niemand erlaubt, wird aufgegeben.',
  'From {least} to {most}; usually {usual}.': 'Von {least} bis {most}; üblich sind {usual}.',
  'How often the model may ask for commands before it has to stop.':
    'Wie oft das Modell um Befehle bitten darf, bevor es aufhören muss.',
  'Kept output, in KiB': 'Aufbewahrte Ausgabe, in KiB',
  'Longest command, in minutes': 'Längste Dauer eines Befehls, in Minuten',
  'Longest wait for your answer, in minutes': 'Längste Wartezeit auf Ihre Antwort, in Minuten',
  'Of what a command prints, on each of its two streams: its beginning and its end.':
    'Von dem, was ein Befehl auf jedem seiner beiden Kanäle ausgibt: Anfang und Ende.',
  'Rounds for one message': 'Runden je Nachricht',
  'Then it is stopped. A skill may say less for its own.':
    'Danach wird er abgebrochen. Ein Skill kann für seine Befehle weniger vorgeben.',
} as const
