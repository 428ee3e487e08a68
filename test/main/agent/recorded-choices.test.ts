import { describe, expect, it } from 'vitest'
import { replay } from './replay.ts'

const call = (name: string, args: object) => JSON.stringify({ name, arguments: args })
const namesIn = (request: { format?: unknown } | undefined) =>
  (request?.format as { properties: { name: { enum: string[] } } } | undefined)?.properties.name.enum ?? []

describe('a call of a tool that has little to do with the request', () => {
  it('the model chooses again, among tools that fit the words, and the person is asked about that call', async () => {
    const wrong = call('dates_from_timestamp', { seconds: 0 })
    const { world, proposed } = await replay(
      'how long ago did i reboot this machine',
      wrong,
      call('system_uptime', {}),
      'Twelve days ago.',
    )
    expect(namesIn(world.requests[1])).toContain('system_uptime')
    expect(namesIn(world.requests[1])).not.toContain('dates_from_timestamp')
    expect(proposed).toMatchObject([{ tool: 'system_uptime', recoveredFrom: 'structured' }])
  })

  it('a plan that begins with such a call is dropped', async () => {
    const plan = [
      call('git_diff', { staged: false, summary: true, path: '<result 1>' }),
      call('files_list', { path: '<result 2>' }),
    ].join('\n')
    const right = call('github_pr_diff', { number: 88, names_only: true })
    const { world } = await replay('which files does PR 88 touch', plan, right, 'Two files.')
    expect(world.ran).toEqual(['github_pr_diff'])
  })

  it('a commit that the call leaves out counts for more: it is asked for a call that takes one', async () => {
    const plan = [
      call('git_diff', { staged: false, summary: true, path: '<result 1>' }),
      call('files_info', { path: '<result 1>' }),
    ].join('\n')
    const right = call('git_show', { commit: '9ab12cd' })
    const { world } = await replay('what did commit 9ab12cd change?', plan, right, 'One line.')
    expect(namesIn(world.requests[1])).toContain('git_show')
    expect(namesIn(world.requests[1])).not.toContain('git_diff')
    expect(world.ran).toContain('git_show')
  })

  it('a commit given as a date counts as left out', async () => {
    const written = call('git_log', { since: '7d4e21b' })
    const right = call('git_show', { commit: '7d4e21b' })
    const { world } = await replay('just the list of files that commit 7d4e21b touched', written, right, 'Two files.')
    expect(namesIn(world.requests[1])).toContain('git_show')
    expect(world.ran).toContain('git_show')
  })

  it('a tool that might fit is among the choices, and runs as it was called if the model insists', async () => {
    const written = call('dates_between', { from: '2028-05-01', to: '2028-05-31' })
    const { world, proposed } = await replay('when are the sundays in may 2028', written, written, 'They are four.')
    expect(namesIn(world.requests[1])).toEqual(expect.arrayContaining(['dates_calendar', 'dates_between']))
    expect(world.ran).toEqual(['dates_between'])
    expect(proposed).not.toMatchObject([{ recoveredFrom: 'structured' }])
  })

  it('a question that a change would not answer: only tools that read can be chosen', async () => {
    const change = call('git_commit_new_branch', { name: 'next_commit', folder: 'blog' })
    const right = call('git_commit_preview', { folder: 'blog' })
    const { world } = await replay("what's going to be in my next commit in the repo blog", change, right, 'One file.')
    expect(namesIn(world.requests[1])).toContain('git_commit_preview')
    expect(namesIn(world.requests[1]).filter((name) => /^(?:write_|git_commit_(?!preview))/.test(name))).toEqual([])
    expect(world.ran).toEqual(['git_commit_preview'])
  })

  it('a request that names a file: only tools that take a file can be chosen', async () => {
    const written = call('notesmd_cli_read', { note: 'recipes/lasagne.txt' })
    const { world } = await replay(
      'open recipes/lasagne.txt for me, i want to start cooking',
      written,
      call('files_read', { path: 'recipes/lasagne.txt' }),
      'Lasagne.',
    )
    expect(namesIn(world.requests[1]).length).toBeGreaterThan(0)
    expect(namesIn(world.requests[1]).filter((name) => name.startsWith('system_'))).toEqual([])
  })

  it.each([
    ['fits the words', 'when did i last work on bill.odt?', call('files_info', { path: 'bill.odt' })],
    ['is asked for in a few words', 'How long is it up?', call('system_uptime', {})],
    ['is asked for in another language', 'Wie groß ist der Ordner filme?', call('files_list', { path: 'filme' })],
  ])('is not asked about again where it %s', async (_why, request, written) => {
    const { world } = await replay(request, written, 'Done.')
    expect(world.requests.filter(({ format }) => format)).toEqual([])
  })
})

describe('an answer in words about a file that no call has looked at', () => {
  it('the model calls a tool instead, and what it made up is not the answer', async () => {
    const invented = '```\n{\n  "key1": "value1"\n}\n```'
    const { world, said } = await replay(
      'feed.json is one endless line, show it to me with proper line breaks',
      invented,
      call('json_pretty', { file: 'feed.json' }),
      'Here it is.',
    )
    expect(world.ran).toEqual(['json_pretty'])
    expect(said).toBe('Here it is.')
  })

  it.each([
    ['asks what such a file is for', 'what is the file package.json for in a repository?'],
    ['asks for an explanation', 'explain how a file like tsconfig.json is structured in a repository'],
    [
      'contains pasted text',
      `what is wrong with the pages of report.pdf here? ${'page 3 of report.pdf failed\n'.repeat(40)}`,
    ],
  ])('stays where the request %s', async (_why, request) => {
    const { world, said } = await replay(request, 'It lists what a project needs.')
    expect({ asked: world.requests.length, said }).toEqual({ asked: 1, said: 'It lists what a project needs.' })
  })

  it('stays where the request names no file and no address', async () => {
    const { world, said } = await replay(
      'what is the difference between a tar and a zip file, in general?',
      'A zip is…',
    )
    expect({ ran: world.ran, said }).toEqual({ ran: [], said: 'A zip is…' })
  })
})

it('a file that is given as a folder goes into the parameter for a file, and the card says so', async () => {
  const written = call('git_log', { folder: 'config/routes.rb' })
  const { proposed } = await replay('all commits that touched config/routes.rb please', written, 'Two commits.')
  expect(proposed).toMatchObject([{ tool: 'git_log', args: { path: 'config/routes.rb' }, recoveredFrom: 'structured' }])
})

describe('a call that leaves out what the request says', () => {
  const request = 'which commits did Anna make? 7 of them'

  it('must fill in the parameter that is for it', async () => {
    const args = { author: 'Anna' }
    const { world, proposed } = await replay(
      request,
      call('git_log', args),
      call('git_log', { ...args, limit: 7 }),
      'Here.',
    )
    expect(world.requests[1]?.format).toMatchObject({
      anyOf: [{ properties: { arguments: { required: expect.arrayContaining(['limit']) } } }],
    })
    expect(world.requests[1]?.messages.at(-1)?.content).toMatch(/Example: /)
    expect(proposed).toMatchObject([{ tool: 'git_log', args: { ...args, limit: 7 }, recoveredFrom: 'structured' }])
  })

  it('keeps the values that it had', async () => {
    const { proposed } = await replay(
      request,
      call('git_log', { author: 'Anna' }),
      call('git_log', { limit: 7 }),
      'Here.',
    )
    expect(proposed).toMatchObject([{ args: { author: 'Anna', limit: 7 } }])
  })

  it.each([
    ["what's the latest release of sharkdp/bat", 'github_release_list', { limit: 1 }, { repository: 'sharkdp/bat' }],
    [
      "which .md files in docs don't have the word license in them yet",
      'search_text_missing',
      { text: 'license', path: 'docs' },
      { include: '*.md' },
    ],
  ])('gets it without a question where it is the only one: %s', async (request, tool, args, more) => {
    const { proposed } = await replay(request, call(tool, args), 'Here.')
    expect(proposed).toMatchObject([{ tool, args: { ...args, ...more }, recoveredFrom: 'structured' }])
  })
})

it('arguments that do not fit are asked for again with what the tool says about them', async () => {
  const request = 'what has the mailer container logged since ten minutes ago?'
  const wrong = call('docker_logs', { container: 'mailer', lines: 10, since: 'now' })
  const right = call('docker_logs', { container: 'mailer', since: '10m' })
  const { world } = await replay(request, wrong, right, 'Nothing.')
  expect(world.requests[1]?.messages.at(-1)?.content).toMatch(/since: Only lines of the last while. Example: 30m/)
  expect(world.ran).toEqual(['docker_logs'])
})

it('a tool for files with another ending gives way to its neighbour for this one', async () => {
  const written = call('archive_extract_zip', { archive: 'sicherung.tgz', into: 'alt' })
  const { proposed } = await replay('Entpacke sicherung.tgz in den Ordner alt', written, 'Fertig.')
  expect(proposed).toMatchObject([{ tool: 'archive_extract', args: { into: 'alt' }, recoveredFrom: 'structured' }])
})

it('so does a tool that looks into such files', async () => {
  const written = call('archive_list_zip', { archive: 'dump.tar.bz2' })
  const { proposed } = await replay("what's the biggest file in dump.tar.bz2?", written, 'It is a.sql.')
  expect(proposed).toMatchObject([{ tool: 'archive_list', args: { archive: 'dump.tar.bz2' } }])
})

it('an ending of files, given as a path, goes into the parameter for it, and the card says so', async () => {
  const written = call('search_text_find', { text: 'lorem ipsum', path: '*.html' })
  const { proposed } = await replay('which .html files still have lorem ipsum in them', written, 'Two.')
  expect(proposed).toMatchObject([{ args: { text: 'lorem ipsum', include: '*.html' }, recoveredFrom: 'structured' }])
})

describe('a second change', () => {
  it('is not made if the request says nothing of it', async () => {
    const first = call('git_commit_add', { path: 'docs' })
    const second = call('git_commit_create', { message: 'Add setup and FAQ files', all: true })
    const { world, said } = await replay('stage everything in the folder docs', first, second, 'It is staged.')
    expect({ ran: world.ran, said }).toEqual({ ran: ['git_commit_add'], said: 'It is staged.' })
  })

  it.each([
    ['make a folder backup and move the notes into it', 'write_files_move', { from: 'notes', to: 'backup' }],
    ['make a folder backup and put a zip of notes in it', 'archive_create_zip', { source: 'notes', archive: 'b.zip' }],
  ])('is made if it does: %s', async (request, tool, args) => {
    const first = call('write_files_new_folder', { path: 'backup' })
    const { world } = await replay(request, first, call(tool, args), 'Done.')
    expect(world.ran).toEqual(['write_files_new_folder', tool])
  })
})

it('the name of a file, given as a text, goes to the tool that reads the file', async () => {
  const written = call('json_query_text', { filter: '.price', json: 'product.json' })
  const { proposed } = await replay('what is the value of price in product.json', written, '12')
  const args = { filter: '.price', file: 'product.json' }
  expect(proposed).toMatchObject([{ tool: 'json_query', args, recoveredFrom: 'structured' }])
})

it('a name that ends like that of one tool alone means that tool', async () => {
  const written = call('notesmd_cli_daily_read', {})
  const { world } = await replay('Was habe ich heute in meine Tagesnotiz geschrieben?', written, 'Nichts.')
  expect(world.ran).toEqual(['obsidian_daily_read'])
})

it('an address is looked at in every language', async () => {
  const invented = 'Die Seite http://example.net/artikel/heizung.html enthält drei Sätze.'
  const { world } = await replay(
    'Fass mir https://example.net/artikel/heizung.html in drei Sätzen zusammen',
    invented,
    call('web_fetch_page', { url: 'https://example.net/artikel/heizung.html' }),
    'Drei Sätze.',
  )
  expect(world.ran).toEqual(['web_fetch_page'])
})

describe('a switch for everything that the call leaves out', () => {
  it.each([
    ['commit everything i changed with the message "fix typo"', 'git_commit_create', { message: 'fix typo' }],
    ['Committe alles mit der Nachricht "Tippfehler"', 'git_commit_create', { message: 'Tippfehler' }],
    ['commit everything, and call it "fix typo"', 'git_commit_create', { message: 'fix typo' }],
    ['show me all the branches', 'git_branches', {}],
  ])('is turned on, and the person is asked: %s', async (request, tool, args) => {
    const { proposed } = await replay(request, call(tool, args), 'Done.')
    expect(proposed).toMatchObject([{ tool, args: { ...args, all: true }, recoveredFrom: 'structured' }])
  })

  it.each([
    ['commit all changes staged so far as "fix typo"', { message: 'fix typo' }],
    ['i fixed all the typos, commit that as "fix typos"', { message: 'fix typos' }],
    ['commit everything as "fix typo"', { message: 'fix typo', all: false }],
    ['commit what i staged as "everything works"', { message: 'everything works' }],
  ])('stays as it is: %s', async (request, args) => {
    const { proposed } = await replay(request, call('git_commit_create', args), 'Done.')
    expect(proposed).toMatchObject([{ args }])
    expect(proposed).not.toMatchObject([{ args: { all: true } }])
  })
})

describe('a tool that does not exist', () => {
  const invented = call('translate_text', { text: 'good morning', language: 'fr' })

  it('is not replaced where words are asked for and no tool fits: the answer is words', async () => {
    const { world, said } = await replay('what does "good morning" mean in french', invented, 'It means "bonjour".')
    expect({ ran: world.ran, said }).toEqual({ ran: [], said: 'It means "bonjour".' })
  })

  it('gives way to one that does where a file is named', async () => {
    const { world } = await replay('what does menu.txt mean in french', invented, 'Soup.')
    expect(namesIn(world.requests[1]).length).toBeGreaterThan(0)
  })
})
