import type { Command } from '#main/cli/commands'

const keys = () => import('./keys.ts')

export const KEY_COMMANDS: readonly Command[] = [
  {
    name: 'sign',
    operands: 'FILE',
    summary: 'signs the file of a Rye tool with a key of your own',
    about: 'The key is made the first time, and lies in the data folder. An older signature is replaced.',
    example: ['skillet sign .ai/tools/hello.py', 'hello.py is signed with the key 3f2a91c0d4e5b6a7'],
    load: async () => (await keys()).signFile,
  },
  {
    name: 'keys',
    summary: 'lists the keys whose signatures on tools are believed',
    about: 'A fingerprint is the first half of the hash of a key.',
    example: ['skillet keys', '3f2a91c0d4e5b6a7'],
    load: async () => (await keys()).listKeys,
  },
  {
    name: 'keys add',
    operands: 'FILE',
    options: ['yes'],
    summary: 'trusts a public key',
    about: 'FILE holds an Ed25519 key in PEM, alone or within TOML.',
    example: ['skillet keys add theirs.pem', '3f2a91c0d4e5b6a7 is trusted'],
    load: async () => (await keys()).addKey,
  },
  {
    name: 'keys remove',
    operands: 'FINGERPRINT',
    summary: 'does not trust a key any more',
    about: 'The key is named by its fingerprint.',
    example: ['skillet keys remove 3f2a91c0d4e5b6a7', '3f2a91c0d4e5b6a7 is not trusted any more'],
    load: async () => (await keys()).removeKey,
  },
]
