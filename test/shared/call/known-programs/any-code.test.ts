import { describe, expect, it } from 'vitest'
import { canRunAnyCode } from '#shared/call/known-programs'

const INTERPRETERS_AND_WRAPPERS =
  'sh bash zsh dash fish python python3 python3.12 node nodejs deno perl perl5.36 ruby ruby2.7 php php8.2 lua lua5.4 env xargs find awk ' +
  'gawk sed make npm npx pip pip3 docker sudo doas ssh cmd CMD.EXE powershell PowerShell.exe pwsh osascript rundll32 mshta busybox ' +
  'nohup timeout nice setsid strace gdb vim emacs tclsh java psql mysql sqlite3 kubectl podman go cargo uvx parallel bwrap'

describe('a program that can run any code', () => {
  it.each(INTERPRETERS_AND_WRAPPERS.split(' '))('is %s', (name) => {
    expect(canRunAnyCode(name, '')).toBe(true)
  })

  it.each([
    ['git', ''],
    ['git', '-c'],
    ['git', '--exec-path=/tmp'],
    ['git', 'config'],
    ['git', 'config core.fsmonitor'],
    ['git', 'bisect run'],
    ['git', 'submodule foreach'],
    ['git', 'difftool'],
    ['git', 'rebase'],
    ['docker', 'run'],
    ['docker', 'container exec'],
    ['npm', 'run build'],
    ['npm', 'install'],
    ['go', 'run'],
    ['gh', 'alias set'],
    ['gh', 'extension exec'],
    ['kubectl', 'exec'],
    ['pip', 'install'],
    ['yarn', 'list'],
    ['pnpm', 'ls'],
    ['uv', 'pip list'],
    ['cargo', 'tree'],
  ])('is %s with the subcommand "%s"', (binary, subcommand) => expect(canRunAnyCode(binary, subcommand)).toBe(true))

  it.each([
    ['git', 'status'],
    ['git', 'log'],
    ['git', 'config --get user.name'],
    ['git', 'config list'],
    ['git', 'submodule status'],
    ['docker', 'ps'],
    ['docker', 'container ls'],
    ['npm', 'view'],
    ['pip', 'list'],
    ['gh', 'pr list'],
    ['sqlite3', '-readonly -safe'],
    ['kubectl', 'get pods'],
    ['ls', ''],
    ['curl', ''],
    ['jq', ''],
    ['notesmd-cli', 'search'],
    ['shasum', ''],
    ['envsubst', ''],
    ['7z', 'l'],
    ['base64', ''],
    ['findmnt', ''],
  ])('is not %s with the subcommand "%s"', (binary, subcommand) =>
    expect(canRunAnyCode(binary, subcommand)).toBe(false),
  )
})
