/** Why a call came to nothing: its arguments, its paths, its program. */
export const CALLS = {
  'parameter {param} {problem:said}': 'Parameter {param} {problem}',
  'an argument that the skill sets {problem:said}': 'ein Argument, das der Skill setzt, {problem}',
  'holds a NUL character, which no program can be given':
    'enthält ein NUL-Zeichen, das keinem Programm übergeben werden kann',
  'holds half of a character (a lone surrogate), which would run as something else than is shown':
    'enthält ein halbes Zeichen (ein einzelnes Surrogat), das anders ausgeführt als gezeigt würde',
  'is 128 KiB or longer, more than one argument can hold; pass less at once':
    'ist 128 KiB lang oder länger, mehr als ein Argument fassen kann; übergeben Sie weniger auf einmal',
  'looks like an option, which is not allowed here; pass a value that does not start with {sign:quoted}':
    'sieht wie eine Option aus, was hier nicht erlaubt ist; übergeben Sie einen Wert, der nicht mit {sign} beginnt',
  'all arguments together are too long ({size:said}, with the environment); pass less at once':
    'alle Argumente zusammen sind zu lang ({size}, mit der Umgebung); übergeben Sie weniger auf einmal',
  '{total:piece} of {most} characters': '{total} von {most} Zeichen',
  '{total:piece} of {most} bytes': '{total} von {most} Byte',

  'parameter {param} is protected by a pattern that cannot be used: {problem:said}':
    'Parameter {param} ist durch ein Muster geschützt, das nicht verwendbar ist: {problem}',
  'parameter {param}: this value is not allowed: {reason:said}':
    'Parameter {param}: dieser Wert ist nicht erlaubt: {reason}',
  'it could not be checked in time': 'er ließ sich nicht rechtzeitig prüfen',
  'it must not match {pattern}': 'er darf nicht auf {pattern} passen',

  'parameter {param}: {path:quoted} {problem:said}': 'Parameter {param}: {path} {problem}',
  'is outside the folders this skill may use ({folders})':
    'liegt außerhalb der Ordner, die dieser Skill benutzen darf ({folders})',
  'starts with ~, which is not expanded; write the whole path':
    'beginnt mit ~, das nicht aufgelöst wird; schreiben Sie den ganzen Pfad',
  'is an address, not a path': 'ist eine Adresse, kein Pfad',
  'is a network or device path': 'ist ein Netzwerk- oder Gerätepfad',
  'depends on the current folder of a drive; write the whole path':
    'hängt vom aktuellen Ordner eines Laufwerks ab; schreiben Sie den ganzen Pfad',
  'names a stream inside a file': 'nennt einen Datenstrom in einer Datei',
  'uses a short name (~1); write the long one': 'benutzt einen Kurznamen (~1); schreiben Sie den langen',
  'holds a name that ends in a dot or space': 'enthält einen Namen, der mit Punkt oder Leerzeichen endet',
  'names a device': 'nennt ein Gerät',

  '{name:quoted} is not the bare name of a program: letters, digits and . _ + - alone':
    '{name} ist kein bloßer Programmname: nur Buchstaben, Ziffern und . _ + -',
  'the skill {skill} may not run {program}: its allowlist does not name it':
    'der Skill {skill} darf {program} nicht ausführen: seine Erlaubnisliste nennt es nicht',
  'the skill {skill} may not run {program} without a subcommand: its allowlist does not name it':
    'der Skill {skill} darf {program} nicht ohne Unterbefehl ausführen: seine Erlaubnisliste nennt das nicht',
  'the skill {skill} may not run {program} with the subcommand {subcommand:quoted}: its allowlist does not name it':
    'der Skill {skill} darf {program} nicht mit dem Unterbefehl {subcommand} ausführen: seine Erlaubnisliste nennt ihn nicht',

  'arguments must be an object, such as {"name": "value"}; received {received:said}':
    'die Argumente müssen ein Objekt sein, etwa {"name": "value"}; erhalten: {received}',
  'a list': 'eine Liste',
  'a string': 'eine Zeichenkette',
  'a number': 'eine Zahl',
  'a boolean': 'ein Wahrheitswert',
  'a undefined': 'nichts',
  'the arguments are larger than 1 MiB; pass less at once':
    'die Argumente sind größer als 1 MiB; übergeben Sie weniger auf einmal',
  'the arguments are nested more than {deepest} deep':
    'die Argumente sind mehr als {deepest} Ebenen tief verschachtelt',
  '{param:piece} is not JSON: {type}': '{param} ist kein JSON: {type}',
  'parameter {param}: expected a number that keeps its exact value, received {received:said}':
    'Parameter {param}: erwartet: eine Zahl, die ihren genauen Wert behält; erhalten: {received}',
  'a whole number beyond ±9007199254740991': 'eine ganze Zahl jenseits von ±9007199254740991',
  'unknown parameter: {names}': 'unbekannter Parameter: {names}',
  'unknown parameter: {names}. This tool takes no parameters':
    'unbekannter Parameter: {names}. Dieses Werkzeug nimmt keine Parameter',
  'unknown parameters: {names}. This tool takes no parameters':
    'unbekannte Parameter: {names}. Dieses Werkzeug nimmt keine Parameter',
  'unknown parameter: {names}. Known parameters: {known}':
    'unbekannter Parameter: {names}. Bekannte Parameter: {known}',
  'unknown parameters: {names}. Known parameters: {known}':
    'unbekannte Parameter: {names}. Bekannte Parameter: {known}',
  'missing parameter: {names}': 'es fehlt der Parameter: {names}',
  'checking the arguments took too long; make them shorter':
    'die Prüfung der Argumente dauerte zu lange; kürzen Sie sie',
  'parameter {param} must be a string, number, or boolean':
    'Parameter {param} muss eine Zeichenkette, eine Zahl oder ein Wahrheitswert sein',

  '{subject:said}: expected {types}, received {value:said}': '{subject}: erwartet: {types}; erhalten: {value}',
  '{subject:said}: expected one of {values}, received {value:said}':
    '{subject}: erwartet: eines von {values}; erhalten: {value}',
  '{subject:said}: expected an address that starts with https:// and holds no password, received {value:said}':
    '{subject}: erwartet: eine Adresse, die mit https:// beginnt und kein Passwort enthält; erhalten: {value}',
  '{subject:said}: {demand:said}, received {value:said}': '{subject}: {demand}; erhalten: {value}',
  'the arguments': 'die Argumente',
  'parameter {param}': 'Parameter {param}',
  '{value} (a string)': '{value} (eine Zeichenkette)',
  'a list: {value}': 'eine Liste: {value}',
  'an object: {value}': 'ein Objekt: {value}',
  'does not fit': 'passt nicht',
  'must be one of {values}': 'muss eines von {values} sein',
  'must be >= {limit}': 'muss >= {limit} sein',
  'must be <= {limit}': 'muss <= {limit} sein',
  'must be > {limit}': 'muss > {limit} sein',
  'must be < {limit}': 'muss < {limit} sein',
  'must be multiple of {step}': 'muss ein Vielfaches von {step} sein',
  'must match pattern {pattern:quoted}': 'muss auf das Muster {pattern} passen',
  'must NOT have more than {most} characters': 'darf nicht mehr als {most} Zeichen haben',
  'must NOT have fewer than {least} characters': 'darf nicht weniger als {least} Zeichen haben',
  'must NOT have more than {most} items': 'darf nicht mehr als {most} Elemente haben',
  'must NOT have fewer than {least} items': 'darf nicht weniger als {least} Elemente haben',
  'must NOT have more than {most} properties': 'darf nicht mehr als {most} Felder haben',
  'must NOT have fewer than {least} properties': 'darf nicht weniger als {least} Felder haben',
  'must NOT have duplicate items (items ## {one} and {other} are identical)':
    'darf kein Element doppelt enthalten (die Elemente {one} und {other} sind gleich)',

  'these parameters are ambiguous: they fit {conditions}. Approved out what tells them apart':
    'diese Parameter sind mehrdeutig: sie passen zu {conditions}. Lassen Sie weg, was sie unterscheidet',
  'these parameters do not fit together. Give {conditions}':
    'diese Parameter passen nicht zusammen. Anzugeben: {conditions}',
  'parameter {param}: its resolver must succeed and did not ({why:said})':
    'Parameter {param}: sein Resolver muss Erfolg haben und hatte keinen ({why})',

  'the schema of {tool} cannot be used: {problem:said}': 'das Schema von {tool} ist nicht verwendbar: {problem}',
  'reading it takes too long': 'es zu lesen dauert zu lange',
  'the checking thread did not start': 'die Prüfung ließ sich nicht starten',
  'the checking thread ended': 'die Prüfung brach ab',
  'it must be a schema of "type": "object"': 'es muss ein Schema mit "type": "object" sein',
  '{where:piece} must be a schema: an object, or true or false':
    '{where} muss ein Schema sein: ein Objekt oder true oder false',
  'it is nested more than {deepest} deep': 'es ist mehr als {deepest} Ebenen tief verschachtelt',
  'it is too large: more than {most} schemas, counted with their references':
    'es ist zu groß: mehr als {most} Schemas, Verweise mitgezählt',
  'it is too large: more than {most} listed values': 'es ist zu groß: mehr als {most} aufgezählte Werte',
  '{where:piece} must be a list of schemas': '{where} muss eine Liste von Schemas sein',
  '{where:piece} must be an object of schemas': '{where} muss ein Objekt aus Schemas sein',
  '{where:piece} must not name __proto__': '{where} darf __proto__ nicht nennen',
  '{where:piece} must be one schema; write a list of schemas as prefixItems':
    '{where} muss ein einziges Schema sein; eine Liste von Schemas gehört in prefixItems',
  '{where:piece} must be an object': '{where} muss ein Objekt sein',
  '{where:piece} must be one of {types}, or a list of them':
    '{where} muss eines von {types} sein oder eine Liste davon',
  '{where:piece} must be true or false': '{where} muss true oder false sein',
  '{where:piece} needs a type beside it': '{where} braucht daneben ein type',
  '{where:piece} is false while type allows null': '{where} ist false, während type auch null erlaubt',
  '{where:piece} must be a list of values': '{where} muss eine Liste von Werten sein',
  '{where:piece} must be a string': '{where} muss eine Zeichenkette sein',
  '{where:piece} must be a number': '{where} muss eine Zahl sein',
  '{where:piece} must be greater than 0': '{where} muss größer als 0 sein',
  '{where:piece} must be a whole number, 0 or more': '{where} muss eine ganze Zahl ab 0 sein',
  '{where:piece} must be an object of lists of names': '{where} muss ein Objekt aus Listen von Namen sein',
  '{where:piece} must be a list of names, each once': '{where} muss eine Liste von Namen sein, jeder einmal',
  '{where:piece} {pattern:quoted} cannot be used: {reason:said}': '{where} {pattern} ist nicht verwendbar: {reason}',
  '{where:piece} must point into this schema, as in #/$defs/name; nothing is loaded from elsewhere':
    '{where} muss in dieses Schema zeigen, etwa als #/$defs/name; von anderswo wird nichts geladen',
  '{where:piece} {target} refers to itself': '{where} {target} verweist auf sich selbst',
  '{where:piece} {target} points at nothing': '{where} {target} zeigt auf nichts',
  '{where:piece} is not supported; remove it': '{where} wird nicht unterstützt; entfernen Sie es',
  'it is too large': 'es ist zu groß',
  'it is longer than {most} characters': 'es ist länger als {most} Zeichen',
  'it looks ahead or behind with {sign}, which cannot be matched in linear time':
    'es blickt mit {sign} voraus oder zurück, was sich nicht in linearer Zeit prüfen lässt',
  'it refers back to a group, which cannot be matched in linear time':
    'es verweist auf eine Gruppe zurück, was sich nicht in linearer Zeit prüfen lässt',
} as const
