/** Why a sandbox cannot be made for a command. */
export const SANDBOX = {
  'folder-not-opened': '{path} cannot be opened. Check that it exists and that you may read it.',
  'folder-changed': '{path} is not the folder that you approved: it was moved or replaced. Run the command again.',
  'sandbox-off': 'the setting sandbox is off',
  'sandbox-unknown-system': 'there is no sandbox for {platform} yet',
  'sandbox-exec-missing': 'sandbox-exec was not found',
  'sandbox-exec-works':
    'sandbox-exec keeps commands from writing and from the network, but does not end their children with them',
  'bubblewrap-missing': 'bubblewrap (bwrap) is not installed',
  'bubblewrap-untried': 'there is no program "true" to try bubblewrap with',
  'bubblewrap-not-permitted': 'bubblewrap is installed, but this system does not let it make namespaces ({refusal})',
  'bubblewrap-fails': 'bubblewrap is installed, but it does not work ({refusal})',
  'bubblewrap-works': 'bubblewrap ({bwrap})',
  'bubblewrap-without-network': 'bubblewrap ({bwrap}) works, but cannot close the network ({refusal})',
  'but-sizes-unlimited': '{first}; sizes are not limited, as there is no prlimit',
  'but-calls-unfiltered': '{first}; system calls are not filtered',
  'out-of-memory': 'It was ended because it filled too much of the memory of this computer. Give it less at once.',
  'out-of-processor-time': 'It was ended because it used more than {seconds} s of processor time.',
  'wrote-too-large-file': 'It was ended because it wrote a file larger than {gib} GiB.',
} as const
