/** Of the command line alone. */
export const CLI = {
  'program-not-found': 'The program {program} was not found on this computer.',
  'install-program': 'Install {program} to use the tools that run it.',
  'decisions-unreadable': 'Your decisions about skills could not be read: {problem}',
  'see-doctor': 'See: skillet doctor',
} as const
