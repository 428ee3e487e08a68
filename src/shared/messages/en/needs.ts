/** What skills ask for beyond the open folders. */
export const NEEDS = {
  'need-read': 'Read {path}',
  'need-write': 'Read and change {path}',
  'need-home': 'Read your whole home folder',
  'need-ssh-agent': 'Sign in as you with your SSH agent, only for: {commands}',
  'need-credential': 'Use the {name} sign-in in {places}, only for: {commands}',
  'need-not-list': 'This must be a list of at most {most} elements.',
  'need-write-list': 'Write a list such as ["~/.config/my-program"] or [git, gh].',
  'need-no-such-credential': 'Skillet knows no credential {name}.',
  'need-use-names': 'Use {names}.',
  'need-path-not-text': 'This must be a path, or fields such as {path: "~/Notes", access: write}.',
  'need-access-unknown': 'The access to {path} must be "read" or "write".',
  'need-path-home': '{path} is the whole home. Only the person can open it to a skill, on the page of the skill.',
  'need-path-outside': '{path} is not in the home folder.',
  'need-path-not-plain': '{path} is not a plain path: it has "..", an empty name, a wildcard or a hidden character.',
  'need-path-kept':
    '{path} is or contains {place}: keys, the data of Skillet, or files that are run later. No skill can have it.',
  'need-path-link': '{path} is a symbolic link or leads through one, so no skill can have it.',
  'need-write-path': 'Name one file or folder of the program itself, written as ~/….',
  'credentials-not-given':
    '{program} gets no {names} here. To allow it, open the page of {skill} in Skills and turn it on under Access, or run: skillet skills access {skill} {first} on',
  'risk-credential': '{to} can use your {name} sign-in',
  'background-needs': 'It also gets: {names}.',
  'why-reads-home': 'This skill can read your whole home.',
  'no-such-need': '{skill} has no access named {need}. It can have: {names}',
  'access-needs-trust': '{skill} is not trusted. Review it first.',
} as const
