import { describe, expect, it } from 'vitest'
import { findReach } from '#shared/call/known-programs'

const NOTHING = {
  network: false,
  daemons: false,
  processes: false,
  machine: false,
  knowsProxies: false,
  everything: false,
}

describe('the reach of a program', () => {
  it.each([
    ...['cat', 'grep', 'git status', 'git log', 'git commit', 'git remote -v', 'go version', 'no-such-program', 'gpg'],
    ...['openssl dgst', 'printf', 'tee', 'python3'],
  ])('is nothing but files for %s', (command) => {
    expect(reach(command)).toEqual(NOTHING)
  })

  it.each([
    ...['curl', 'Curl.EXE', 'gh pr list', 'git fetch', 'git push', 'git clone', 'git ls-remote', 'ssh', 'npm view'],
    ...['git -c x=y pull', 'dig', 'psql', 'pip list'],
  ])('is the network for %s', (command) => {
    expect(reach(command)).toEqual({ ...NOTHING, network: true, knowsProxies: /^(?:curl|gh|npm|pip)\b/i.test(command) })
  })

  it('is an outside program for docker and systemctl, and for docker the network too', () => {
    expect(reach('docker ps')).toEqual({ ...NOTHING, network: true, daemons: true })
    expect(reach('systemctl status')).toEqual({ ...NOTHING, daemons: true })
  })

  it('is the machine for those that report on it', () => {
    for (const command of ['df', 'lscpu', 'uname']) expect(reach(command)).toEqual({ ...NOTHING, machine: true })
  })

  it('is all processes for those that list or signal them', () => {
    for (const command of ['ps', 'pgrep', 'kill', 'lsof'])
      expect(reach(command)).toEqual({ ...NOTHING, processes: true })
  })

  it('is everything for what needs its own rights, and for every program from snap', () => {
    for (const command of ['sudo apt-get', 'su', 'mount']) expect(reach(command).everything).toBe(true)
    expect(findReach('firefox', '/usr/bin/snap', '').everything).toBe(true)
  })
})

function reach(command: string) {
  const [binary = '', ...words] = command.split(' ')
  return findReach(binary, `/usr/bin/${binary}`, words.join(' '))
}
