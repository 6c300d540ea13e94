/** The key that stands beside letters for commands: ⌘ on a Mac, Ctrl elsewhere. */
export const COMMAND_KEY = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
