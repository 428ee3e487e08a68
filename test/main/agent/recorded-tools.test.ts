import { describe, expect, it } from 'vitest'
import { replay } from './replay.ts'

const call = (name: string, args: object) => JSON.stringify({ name, arguments: args })
const namesIn = (request: { format?: unknown } | undefined) =>
  (request?.format as { properties: { name: { enum: string[] } } } | undefined)?.properties.name.enum ?? []

describe('a tool of the program that the request names', () => {
  it('takes the place of one that is called alike', async () => {
    const written = call('write_files_move', { from: 'Old ideas', to: 'Archive' })
    const right = call('obsidian_move', { note: 'Old ideas', to: 'Archive' })
    const request = 'move my obsidian note Old ideas into the folder Archive'
    const { world, proposed } = await replay(request, written, right, 'Moved.')
    expect(namesIn(world.requests[1])).toEqual(['obsidian_move'])
    expect(proposed).toMatchObject([{ tool: 'obsidian_move', recoveredFrom: 'structured' }])
  })

  it('does not, where the request also says what the called one works on', async () => {
    const written = call('write_files_move', { from: 'obsidian', to: 'backup' })
    const { world } = await replay('move the files of my obsidian folder to backup', written, 'Moved.')
    expect(world.ran).toEqual(['write_files_move'])
  })
})

it('a tool for JSON is not replaced by one for other files where the request names a .json file', async () => {
  const written = `Use \`json_query\`:\n\n\`\`\`json\n${call('json_query', { filter: '.latitude', file: 'response.json' })}\n\`\`\``
  const { world } = await replay(
    'what is the path to latitude in response.json? it is nested somewhere deep',
    written,
    call('json_structure', { file: 'response.json' }),
    'It is nested.',
  )
  expect(namesIn(world.requests[1]).filter((name) => !name.startsWith('json_'))).toEqual([])
  expect(world.ran).not.toContain('media_photo_place')
})

describe('a call that the message does not ask for', () => {
  const said = 'Both get commits; pull also merges them.'

  it('is dropped where somebody asks how two commands of a program differ', async () => {
    const written = call('git_diff', { staged: false, summary: true })
    const turn = await replay('what is the difference between git fetch and git pull', written, said)
    expect({ ran: turn.world.ran, said: turn.said }).toEqual({ ran: [], said })
  })

  it('is made where somebody asks how two branches differ', async () => {
    const written = call('git_compare', { from: 'main', to: 'develop' })
    const { world } = await replay('what is the difference between branch main and branch develop', written, 'None.')
    expect(world.ran).toEqual(['git_compare'])
  })

  const note = call('notesmd_cli_daily_add', { content: 'That felt good.' })

  it('is dropped where somebody only tells what they did, and the person is told', async () => {
    const turn = await replay('i finally sorted all my holiday photos today, that felt good', note, 'Well done!')
    expect({ ran: turn.world.ran, said: turn.said }).toEqual({ ran: [], said: 'Well done!' })
    expect(turn.world.facts).toContainEqual(
      expect.objectContaining({ type: 'message.added', role: 'assistant', notes: [expect.anything()] }),
    )
  })

  it.each([
    'i finally sorted my photos, please add that to my daily note',
    'i just had an idea, daily note: buy shoes',
  ])('is made where they also ask for it: %s', async (request) => {
    const { world } = await replay(request, note, 'Added.')
    expect(world.ran).toEqual(['notesmd_cli_daily_add'])
  })
})

it('a call with its ends the wrong way round is turned round, and the person is asked', async () => {
  const written = call('dates_between', { from: '2030-06-01', to: 'now' })
  const { proposed } = await replay('how many days till 2030-06-01?', written, '1 200.')
  const args = { from: 'now', to: '2030-06-01' }
  expect(proposed).toMatchObject([{ tool: 'dates_between', args, recoveredFrom: 'structured' }])
})

it('a name that ends like that of one tool, with exactly its arguments, means that tool', async () => {
  const written = call('notesmd_cli_tasks', { note: 'Renovation' })
  const { world } = await replay('what is left to do in my obsidian note Renovation', written, 'Paint the wall.')
  expect(world.ran).toEqual(['obsidian_tasks'])
})

it('a tool that does not exist never becomes one for files with another ending', async () => {
  const written = call('csv_query_text', { filter: '.fields(name, email)', file: 'contacts.csv' })
  const { world } = await replay('just the columns name and email of contacts.csv', written, 'Which columns?')
  expect(namesIn(world.requests[1]).filter((name) => name.startsWith('json_'))).toEqual([])
  expect(world.ran).not.toContain('json_query')
})

it('an answer in words about a repository that no call has looked at becomes a call', async () => {
  const invented = 'The repository acme/pigeon is about pigeons.'
  const { world, said } = await replay(
    "somebody sent me the github repo acme/pigeon, what's it for",
    invented,
    call('github_repo_view', { repository: 'acme/pigeon' }),
    'It sends mail.',
  )
  expect({ ran: world.ran, said }).toEqual({ ran: ['github_repo_view'], said: 'It sends mail.' })
})

describe('a folder named like the file of the request', () => {
  const folder = call('write_files_new_folder', { path: 'team' })
  const row = { content: 'name,phone\nLena,555-0134' }

  it('is not made where the request speaks of no folder, and the file is', async () => {
    const request = 'make a file team.csv with the columns name and phone and one row: Lena, 555-0134'
    const plan = [folder, call('write_files_append', { path: '<result 1>', ...row })].join('\n')
    const { proposed } = await replay(request, plan, 'Done.')
    expect(proposed).toMatchObject([{ tool: 'write_files_append', args: { path: 'team.csv', ...row } }])
  })

  it('is made where it does', async () => {
    const plan = [folder, call('write_files_save', { path: 'team/team.csv', ...row })].join('\n')
    const { world } = await replay('make a folder team and in it a file team.csv with one row', plan, 'Done.')
    expect(world.ran).toEqual(['write_files_new_folder', 'write_files_save'])
  })
})

it('a change that another tool has just made is not made again', async () => {
  const args = { path: 'reminder.txt', content: 'water the tomatoes' }
  const { world } = await replay(
    'write a file reminder.txt that says: water the tomatoes',
    call('write_files_save', args),
    call('write_files_append', { ...args, path: 'reminder/reminder.txt' }),
    'It is saved.',
  )
  expect(world.ran).toEqual(['write_files_save'])
})

describe('a call of a tool that has no word in common with the request', () => {
  const written = call('media_info', { file: 'sun.jpg' })

  it('is dropped: plain knowledge is answered in words', async () => {
    const { world, said } = await replay('which planet is closest to the sun?', written, 'Mercury.')
    expect({ ran: world.ran, said }).toEqual({ ran: [], said: 'Mercury.' })
  })

  it('is made if the model insists', async () => {
    const { world } = await replay('which planet is closest to the sun?', written, written, 'Mercury.')
    expect(world.ran).toEqual(['media_info'])
  })

  it('is made where the request is in a language that the tools do not speak', async () => {
    const { world } = await replay('Was habe ich heute geschrieben?', call('obsidian_daily_read', {}), 'Nichts.')
    expect(world.ran).toEqual(['obsidian_daily_read'])
  })
})

it('an example of a description, copied into arguments that are asked for again, is left out', async () => {
  const wrong = call('git_log', { pages: 7 })
  const copied = call('git_log', { author: 'Alice', since: '2 weeks ago', limit: 7 })
  const { proposed } = await replay('show me the last 7 commits by everybody', wrong, copied, 'Seven.')
  expect(proposed.at(-1)).toMatchObject({ tool: 'git_log', args: { limit: 7 } })
  expect(Object.keys(Object(proposed.at(-1)?.args))).toEqual(['limit'])
})

it('a folder that a request names is not taken for the repository', async () => {
  const written = call('git_compare', { from: 'main', to: 'autumn', summary: true })
  const { proposed } = await replay(
    'how does the folder stickers differ between the branches main and autumn?',
    written,
    'No.',
  )
  expect(proposed).toMatchObject([{ tool: 'git_compare' }])
  expect(Object(proposed[0]?.args)).not.toHaveProperty('folder')
})

describe('an answer in words with a value that it made up', () => {
  it('becomes a call where a tool clearly fits the request', async () => {
    const { world, said } = await replay(
      'it says expires 1893456000, what day is that unix time',
      'The Unix timestamp 1893456000 corresponds to December 27, 1970.',
      call('dates_from_timestamp', { seconds: 1893456000 }),
      'A Tuesday.',
    )
    expect({ ran: world.ran, said }).toEqual({ ran: ['dates_from_timestamp'], said: 'A Tuesday.' })
  })

  it.each([
    ['no tool clearly fits', 'who wrote pride and prejudice', 'Jane Austen, in 1813.'],
    ['an explanation is asked for', 'explain how a unix time in seconds becomes a date', 'It counts from 1970-01-01.'],
  ])('stays where %s', async (_why, request, words) => {
    const { world, said } = await replay(request, words)
    expect({ ran: world.ran, said }).toEqual({ ran: [], said: words })
  })
})

it('an answer to a long message on one line is there at once', async () => {
  const { said } = await replay('what is '.repeat(50_000), 'Please ask one thing.')
  expect(said).toBe('Please ask one thing.')
})

it('so is a call for a long message with a quotation that never ends', async () => {
  const { world } = await replay(
    `look at "${'a b '.repeat(100_000)}`,
    call('files_list', { path: '.' }),
    'It is empty.',
  )
  expect(world.ran).toEqual(['files_list'])
})

it('an example of a description does not take the place of what the request says', async () => {
  const written = call('write_files_move', { from: 'Old ideas', to: 'Archive' })
  const copied = call('obsidian_move', { note: 'Old ideas', to: 'Archive/Meeting with Ann.md' })
  const { proposed } = await replay(
    'move my obsidian note Old ideas into the folder Archive',
    written,
    copied,
    'Moved.',
  )
  expect(proposed).toMatchObject([{ tool: 'obsidian_move', args: { note: 'Old ideas', to: 'Archive' } }])
})

describe('a tool that does not exist', () => {
  it('becomes none of another program that the request does not name', async () => {
    const written = call('notesmd_cli_append', { note: 'Shopping in my vault Home', content: 'Add water filter' })
    const { proposed } = await replay('add water filter to the note Shopping in my vault Home', written, 'Added.')
    expect(proposed).toMatchObject([{ tool: 'notesmd_cli_update', args: { note: 'Shopping', vault: 'Home' } }])
  })

  it('becomes no tool where somebody asks for plain knowledge', async () => {
    const written = call('opposite_of', { word: 'generous' })
    const { world, said } = await replay('what is the opposite of generous?', written, 'Stingy.')
    expect({ ran: world.ran, said }).toEqual({ ran: [], said: 'Stingy.' })
  })

  it('becomes no change where the results so far answer a question', async () => {
    const { world, said } = await replay(
      "are there new files in the repo mosaic that i haven't added to git yet?",
      call('git_status', { folder: 'mosaic' }),
      call('git_add', { path: 'tiles/blue.svg' }),
      'Yes, one.',
    )
    expect({ ran: world.ran, said }).toEqual({ ran: ['git_status'], said: 'Yes, one.' })
  })

  it('becomes no second change beside the one that was asked for', async () => {
    const written = call('write_files_save', { path: 'reminder.txt', content: 'water the tomatoes' })
    const request = 'write a file reminder.txt that says: water the tomatoes'
    const { world, said } = await replay(request, written, call('git_switch', { branch: 'main' }), 'It is there.')
    expect({ ran: world.ran, said }).toEqual({ ran: ['write_files_save'], said: 'It is there.' })
  })

  it('becomes one that takes the same arguments', async () => {
    const written = call('git_staged', { folder: 'windmill' })
    const right = call('git_status', { folder: 'windmill' })
    const { world } = await replay('which files have i staged in the repo windmill?', written, right, 'sails.scad')
    expect(namesIn(world.requests[1])).not.toContain('github_repo_view')
    expect(world.ran).toEqual(['git_status'])
  })

  it('is asked for again with the value that its namesake requires', async () => {
    const written = call('notesmd_cli_daily_read', { vault: 'Stable' })
    const right = call('notesmd_cli_read', { note: '2026-01-17', vault: 'Stable' })
    const { world, proposed } = await replay('show me the note 2026-01-17 from my vault Stable', written, right, 'Ten.')
    expect(namesIn(world.requests[1])).toEqual(['notesmd_cli_read'])
    expect(proposed).toMatchObject([{ tool: 'notesmd_cli_read', args: { note: '2026-01-17', vault: 'Stable' } }])
  })
})

it('an ending of files that was turned on like a switch is the one of the request', async () => {
  const written = call('search_text_find', { text: 'allergy', path: 'Canteen', include: true, ignore_case: false })
  const request = 'look for the word allergy in all the .txt files of the folder Canteen'
  const { proposed } = await replay(request, written, 'None.')
  expect(proposed).toMatchObject([{ tool: 'search_text_find', args: { text: 'allergy', include: '*.txt' } }])
})

it('a tool that works on a text, given a result to come in the first call, reads the file of the request', async () => {
  const written = call('json_query_text', { filter: '.address.city', json: '<result 1>' })
  const { proposed } = await replay('which city stands in profile.json? it is under address', written, 'Ghent.')
  const args = { filter: '.address.city', file: 'profile.json' }
  expect(proposed).toMatchObject([{ tool: 'json_query', args, recoveredFrom: 'structured' }])
})
