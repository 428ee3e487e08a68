/** What the menu of the app asks of the window. */
export type MenuCommand =
  | 'new-chat'
  | 'open-palette'
  | 'search-chats'
  | 'find-in-chat'
  | 'toggle-sidebar'
  | 'toggle-inspector'
  | 'open-skills'
  | 'open-activity'
  | 'choose-model'
  | 'open-settings'
  | 'list-shortcuts'
