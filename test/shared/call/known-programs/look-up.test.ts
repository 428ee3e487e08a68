import { describe, expect, it } from 'vitest'
import { lookUp } from '#shared/call/known-programs'
import type { Origin } from '#shared/call/plan'
import { ROWS } from '#shared/call/program-table'
import { executionsOf } from '#shared/skill/tool'
import { loadShipped } from '#test/skills/shipped'

/** Everything as a skill writes it; the first `words` after the program are its subcommand. */
function does(line: string, words = 0): string {
  const argv = line.split(' ')
  const origin = argv.map((): Origin => 'skill')
  const name = argv[0] ?? ''
  return lookUp({ argv, origin, binary: { name, path: null } }, argv.slice(1, 1 + words).join(' '))
}

describe('the table of programs', () => {
  it('includes every program of the bundled skills, with what it does', async () => {
    const skills = await loadShipped()
    const unknown = skills.flatMap(({ tools }) =>
      tools.flatMap((tool) =>
        executionsOf(tool).flatMap(({ binary, subcommand }) => {
          const argv = [binary, ...subcommand.split(/\s+/).filter(Boolean)]
          const origin = argv.map((): Origin => 'skill')
          const found = lookUp({ argv, origin, binary: { name: binary, path: null } }, subcommand)
          return found === 'unknown' ? [`${binary} ${subcommand}`] : []
        }),
      ),
    )
    expect(unknown).toEqual([])
  })

  it.each([
    ['tar --create -f a.tar b', 'changes'],
    ['tar --create --to-command=./x -f a.tar', 'runs'],
    ['tar --to-com ./x -xf a.tar', 'runs'],
    ['tar xIf ./x a.tar', 'runs'],
    ['tar -xvf a.tar --checkpoint-action=exec=./x', 'runs'],
    ['split a.txt', 'changes'],
    ['split --filter=./x a.txt', 'runs'],
    ['zip -r a.zip b', 'changes'],
    ['zip -TT ./x a.zip b', 'runs'],
    ['zip -qrTT ./x a.zip b', 'runs'],
    ['zip -T -TT./x a.zip b', 'runs'],
    ['install -s --strip-program=./x a b', 'runs'],
    ['install a b', 'changes'],
    ['scp -oProxyCommand=./x a host:b', 'runs'],
    ['rsync -ave ./x a b', 'runs'],
    ['sort --compress-program=./x a', 'runs'],
    ['rg --pre ./x a', 'runs'],
    ['curl https://a.example', 'reaches'],
    ['curl --config a', 'runs'],
    ['wget --use-askpass=./x a', 'runs'],
    ['wget -e use_askpass=./x https://a.example', 'runs'],
    ['wget --config=x https://a.example', 'runs'],
    ['wget2 --use-askpass=./x a', 'runs'],
    ['wget --quiet https://a.example', 'reaches'],
    ['yt-dlp --exec ./x a', 'runs'],
    ['yt-dlp --ffmpeg-location ./x a', 'runs'],
    ['youtube-dl --exec ./x a', 'runs'],
    ['gallery-dl --exec ./x a', 'runs'],
    ['aria2c --conf-path=x a', 'runs'],
    ['exiftool -IF x a.jpg', 'runs'],
    ['exiftool -if2 x a.jpg', 'runs'],
    ['exiftool -@ x', 'runs'],
    ['exiftool -Make -GPSLatitude a.jpg', 'reads'],
    ['HEAD https://a.example', 'unknown'],
    ['id3 a.mp3', 'unknown'],
    ['pdftotext -q a.pdf -', 'reads'],
    ['pdftotext -q a.pdf', 'changes'],
    ['expr 7 / 2 - 1', 'reads'],
    ['sort -o out a', 'unknown'],
    ['no-such-program a', 'unknown'],
    ['__proto__', 'unknown'],
  ])('says of %s that it %s', (line, expected) => {
    expect(does(line)).toBe(expected)
  })

  it.each([
    ...['git clone --upload-pack=./x a', 'git clone -c core.fsmonitor=./x a', 'git log --ext-diff', 'git grep -O./x a'],
    ...['git clone -u ./x a b', 'git bisect run ./x', 'git submodule foreach ./x', 'git submodule --quiet foreach ./x'],
    ...['npm version patch', 'kubectl get pods --kubeconfig ./x', 'cargo tree', 'uv version 2.0', 'yarn info x'],
    ...['gh repo clone a/b -- -u ./x', 'gh repo fork a/b --clone -- --config=core.sshCommand=./x'],
    ...['git clone --template=./x a', 'git init --template ./x', 'pip list --python ./x', 'docker ps --config=./x'],
    ...['wget -4e use_askpass=./x a', 'wget -qe use_askpass=./x a', 'wget -4qO- -ex a', 'curl -#K x', 'curl -sK x'],
    ...['curl --engine ./x.so a', 'wget2 --local-plugin=./x.so a', 'file -0Z a', 'file --uncompress-noreport a'],
    ...['yt-dlp --use-postprocessor Exec:exec_cmd=x a', 'yt-dlp --alias x --exec', 'yt-dlp --update-to a/b'],
    ...[
      'gallery-dl -vo x=y a',
      'gallery-dl -ox=y a',
      'nmap --datadir=./x a',
      'svn diff --diff-cmd ./x',
      'hg -e ./x pull',
    ],
    ...['go list -toolexec=./x', 'go list --toolexec ./x'],
  ])('says of %s that it runs another program', (line) => {
    expect(does(line, 1)).toBe('runs')
  })

  it.each([
    ['wget -Ofile https://a.example', 'reaches'],
    ['wget -qOfile.exe https://a.example', 'reaches'],
    ['wget -Pdownloads -Uagent -ologfile https://a.example', 'reaches'],
    ['curl -HAccept:K -oKeys https://a.example', 'reaches'],
    ['gallery-dl -ddownloads https://a.example', 'reaches'],
    ['git commit -mfix-colours', 'changes'],
    ['git commit -m -\tfix\tcrash', 'changes'],
    ['exiftool -P -Make a.jpg', 'unknown'],
    ['gh repo clone a/b', 'reaches'],
    ['gh search issues -- -label:bug', 'reaches'],
  ])('says of %s, whose letters belong to a value, that it %s', (line, expected) => {
    expect(does(line, 1)).toBe(expected)
  })

  it.each(['git stash drop', 'git stash clear', 'git branch -D old', 'git tag -d v1'])(
    'says of %s that it deletes, although only the first word is its subcommand',
    (line) => expect(does(line, 1)).toBe('deletes'),
  )

  it.each([
    ...['sftp', 'lftp', 'gnuplot'],
    ...['newgrp', 'prlimit', 'run-parts', 'ssh-agent', 'duckdb', 'pandoc', 'passwd', 'chsh', 'chfn', 'fusermount'],
  ])('asks about %s every time, as it can run other programs', (name) => {
    expect(does(`${name} a`)).toBe('runs')
  })

  it.each([
    ['ffprobe -show_entries format_tags -of default=noprint_wrappers=1 -i a.ogg', 5, 'reads'],
    ['tar --list --verbose --force-local --file a.tar', 3, 'reads'],
    ['tar --extract --to-stdout --force-local --no-wildcards --file a.tar b', 4, 'reads'],
    ['tar --extract --force-local --file a.tar b', 2, 'changes'],
    ['ps -ww -o pid -p 7', 3, 'reads'],
    ['git branch --list -vv --all', 3, 'reads'],
    ['git branch --list --delete main', 3, 'deletes'],
  ])('goes by the options of %s', (line, words, expected) => {
    expect(does(line, words)).toBe(expected)
  })

  it('has a closed list of options for everything that only reads', () => {
    for (const [entry, { does: what, options }] of ROWS) {
      if (what !== 'reads') continue
      for (const option of options) expect(option, entry).toMatch(/^-{1,2}[\w][\w=.%-]*$|^--?$/)
    }
  })
})
