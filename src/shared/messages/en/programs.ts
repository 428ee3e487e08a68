/** Other programs that use the skills a person trusts. */
export const PROGRAMS = {
  'program-not-paired':
    'This program is not paired with Skillet. Open Skillet, then Other programs, and add it. Its lines contain a token of its own.',
  'program-waits': 'This waits for an answer in the window of Skillet.',
  'program-unanswered':
    'this needs the approval of the person, and nobody gave it. Ask them to open Skillet and approve it there, or to allow it with a rule.',
  'program-too-many': 'at most {most} calls at once; wait for the others to end',
  'program-record-taken': 'another Skillet is using the data at the moment; try again',
  'port-taken': 'The port {port} of this computer is in use by another program.',
  'program-gone': 'This program is not paired any more.',
  'program-port-closed': 'The port for other programs is not open. Turn it on first.',
  'program-app-gone':
    'Skillet was closed, or this program was removed, while the call was under way. Its record says what became of it.',
} as const
