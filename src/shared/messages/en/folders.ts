/** What is open to a chat, and what is not. */
export const FOLDERS = {
  'closed-to-read': '{folder} is closed to this chat. Open it to read, and the command can run.',
  'closed-to-write': '{folder} is closed to this chat. Open it to change, and the command can run.',
  'closed-so-not-run': '{why} Nothing was started.',
  'folder-not-openable-read': 'Commands may not read {folder}: it contains the system, keys or data of Skillet.',
  'folder-not-openable-write':
    'Commands may not change {folder}: programs are started from it, or it contains the system, keys or data of Skillet.',
  'folder-not-there': 'There is no folder {folder}.',
  'folder-not-open': '{folder} is not open.',
  'folder-hidden-so-not-run-in': 'Commands do not run in {folder}: it is kept from them. Choose another folder.',
  'nothing-closed': 'This command names nothing that is closed.',
  'dialog-open-to-read': 'Open to read',
  'dialog-open-to-write': 'Open to change',
  'dialog-opened-to-read': 'The commands {who} can read everything in it.',
  'dialog-opened-to-write': 'The commands {who} can read, change and delete everything in it.',
  'of-this-chat': 'of this chat',
  'of-all-chats': 'of all chats',
} as const
