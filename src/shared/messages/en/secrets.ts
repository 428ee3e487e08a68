/** Where secrets are kept, and why one is not available. */
export const SECRETS = {
  'secrets-no-keyring': 'There is no key store to keep secrets in. Use the Skillet window.',
  'secrets-no-system-keyring':
    'This computer has no key store to keep secrets in. On Linux, install GNOME Keyring or KWallet.',
  'secrets-unreadable': 'The file {file} cannot be read, so no secret is available. Restore it, or move it away.',
  'secret-name': '{name} is not a name for a secret. Use up to 64 letters, digits, dots, hyphens and underscores.',
  'secret-value': 'A secret has 1 to {most} characters.',
  'declined-in-window': 'It was declined in the window, or the window is already asking about a secret.',
  'secret-missing': 'The secret {name} is not available to this tool. Add it under Secrets and grant it to the tool.',
} as const
