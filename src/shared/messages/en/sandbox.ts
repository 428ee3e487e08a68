/** Why a sandbox cannot be made for a command. */
export const SANDBOX = {
  'folder-not-opened': '{path} cannot be opened. Check that it exists and that you may read it.',
  'folder-changed': '{path} is not the folder that you approved: it was moved or replaced. Run the command again.',
  'sandbox-gone':
    'The sandbox this was planned for cannot be used any more, so it was not started. Start Skillet again, and plan the call anew.',
} as const
