/** Why something was not installed. */
export const INSTALLS = {
  'It cannot be fetched (git: no message).': 'Es lässt sich nicht holen (Git meldet nichts).',
  'It is a symbolic link; a skill holds files and folders alone.':
    'Das ist ein symbolischer Link; ein Skill enthält nur Dateien und Ordner.',
  'It is a pipe, a socket or a device; a skill holds files and folders alone.':
    'Das ist eine Pipe, ein Socket oder ein Gerät; ein Skill enthält nur Dateien und Ordner.',
} as const
