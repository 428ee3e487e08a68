import { describe, expect, it } from 'vitest'
import { replay } from './replay.ts'

const call = (name: string, args: object) => JSON.stringify({ name, arguments: args })

describe('a call with a wrong name or wrong arguments leads to the call that was meant', () => {
  it.each([
    ['files_append', 'write_files_append'],
    ['write_files_rename', 'write_files_move'],
    ['git_new_branch', 'git_commit_new_branch'],
  ])(
    'a name that is nearly right, %s: the right one is among those it is asked to choose from',
    async (wrong, right) => {
      const forced = JSON.stringify({ name: right, arguments: {} })
      const { world, proposed } = await replay(
        'Please do it.',
        `{"name": "${wrong}", "arguments": {}}`,
        forced,
        'Done.',
      )
      const format = world.requests[1]?.format as { properties: { name: { enum: string[] } } } | undefined
      expect(format?.properties.name.enum).toContain(right)
      expect(proposed).toMatchObject([{ tool: right, recoveredFrom: 'structured' }])
    },
  )

  it('a name of no tool that is like a wrong one: tools whose words fit the request can be chosen as well', async () => {
    const wrong = '{"name": "notesmd_cli_append", "arguments": {"note": "call bob"}}'
    const forced = JSON.stringify({ name: 'write_files_append', arguments: { path: 'todo.txt', content: 'call bob' } })
    const { world, proposed } = await replay('add "call bob" to todo.txt', wrong, forced, 'Done.')
    const format = world.requests[1]?.format as { properties: { name: { enum: string[] } } } | undefined
    expect(format?.properties.name.enum).toContain('write_files_append')
    expect(proposed).toMatchObject([{ tool: 'write_files_append', recoveredFrom: 'structured' }])
  })

  it('arguments under a wrong name are kept; two of them say by themselves which tool takes them', async () => {
    const rename = '{"name": "write_files_rename", "arguments": {"from": "a;b.txt", "to": "ab.txt"}}'
    const { world, proposed } = await replay('rename the file a;b.txt to ab.txt', rename, 'Done.')
    expect(world.ran).toEqual(['write_files_move'])
    expect(proposed).toMatchObject([{ args: { from: 'a;b.txt', to: 'ab.txt' }, recoveredFrom: 'structured' }])

    const remote = '{"name": "git_remote", "arguments": {"folder": "forum"}}'
    const bare = '{"name": "git_remotes", "arguments": {}}'
    const other = await replay('where does the repository forum push to', remote, bare, 'To example.org.')
    expect(other.proposed).toMatchObject([{ tool: 'git_remotes', args: { folder: 'forum' } }])
  })

  it('a name that lacks one word of the only tool that takes its arguments: that tool is called', async () => {
    const wrong = '{"name": "git_new_branch", "arguments": {"name": "feature/login"}}'
    const { proposed } = await replay('start a new branch called feature/login', wrong, 'Done.')
    expect(proposed).toMatchObject([
      { tool: 'git_commit_new_branch', args: { name: 'feature/login' }, recoveredFrom: 'structured' },
    ])
    const look = await replay(
      'is there a keys folder in my-secrets.zip',
      '{"name": "zip_list", "arguments": {"file": "my-secrets.zip"}}',
      'There is none.',
    )
    expect(look.proposed).toMatchObject([{ tool: 'archive_list_zip' }])
  })

  it('arguments that the tool refuses and its sibling takes: the sibling is called with them', async () => {
    const zip = '{"name": "archive_create_zip", "arguments": {"source": "site", "archive": "site.tar.gz"}}'
    const { proposed } = await replay('pack the folder site into site.tar.gz', zip, 'Done.')
    expect(proposed.at(-1)).toMatchObject({
      ...{ tool: 'archive_create', args: { source: 'site', archive: 'site.tar.gz' } },
      recoveredFrom: 'structured',
    })
  })

  it('arguments of another tool, which fits the request: that tool is called', async () => {
    const find = '{"name": "files_find", "arguments": {"text": "$(whoami)", "path": "scripts"}}'
    const { proposed } = await replay('search the folder scripts for the text $(whoami)', find, 'Nothing.')
    expect(proposed).toMatchObject([{ tool: 'search_text_find', recoveredFrom: 'structured' }])
  })

  it('a switch that the tool does not have: it is left out, and the tool runs', async () => {
    const list = '{"name": "github_pr_list", "arguments": {"all": true}}'
    const { proposed } = await replay('any open PRs on github', list, 'There are none.')
    expect(proposed).toMatchObject([{ tool: 'github_pr_list', args: {}, recoveredFrom: 'structured' }])
  })

  it('a commit that the call leaves out: only tools that take a commit can be chosen', async () => {
    const diff = '{"name": "git_diff", "arguments": {"summary": true}}'
    const show = '{"name": "git_show", "arguments": {"commit": "9ab12cd"}}'
    const { world, proposed } = await replay('what did commit 9ab12cd change?', diff, show, 'One line.')
    const offered = JSON.stringify(world.requests[1]?.format)
    expect(offered).toContain('git_show')
    expect(offered).not.toContain('git_diff')
    expect(proposed).toMatchObject([{ tool: 'git_show', args: { commit: '9ab12cd' } }])
  })
})

describe('a tool with little to do with the words of the request', () => {
  it('stays where the better one has no place for a value of the call', async () => {
    const written = call('files_find', { name: 'passport-scan.jpg', path: 'Paperwork' })
    const other = call('media_photo_place', { file: 'passport-scan.jpg' })
    const { world } = await replay(
      'where in the folder Paperwork is the file passport-scan.jpg?',
      written,
      other,
      'No.',
    )
    expect(world.ran).toEqual(['files_find'])
  })
})

it.each([
  [
    'in the repo apiary, show me the file hives.yml as it was in commit e81b7d4',
    call('git_show', { commit: 'e81b7d4' }),
    call('git_read_file', { file_at: 'e81b7d4:hives.yml', folder: 'apiary' }),
    'git_read_file',
  ],
  [
    'how does the folder stickers differ between the branches main and autumn?',
    call('git_diff', { staged: false, summary: true, path: 'stickers' }),
    call('git_compare', { from: 'main', to: 'autumn', summary: true }),
    'git_compare',
  ],
])(
  'a tool gives way to one with no place for a value if that has one for others: %s',
  async (request, written, better, tool) => {
    const { world } = await replay(request, written, better, 'Here.')
    expect(world.ran).toEqual([tool])
  },
)
