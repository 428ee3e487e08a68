import { describe, expect, it } from 'vitest'
import { isQuestion } from '#main/agent/request-kind'
import { replay } from './replay.ts'

describe('a request that asks and commands', () => {
  it.each([
    'Is there a file a.txt? Rename it to b.txt.',
    'Rename a.txt to b.txt. Did it work?',
    'Wie groß ist a.txt? Lösche sie.',
  ])('is no mere question: %s', (request) => {
    expect(isQuestion(request)).toBe(false)
  })

  it.each([
    'which city stands in profile.json? it is under address',
    'What did the last update change?',
    'Is there a copy of a.txt? I forgot where.',
    'Put simply, what is git?',
    'What does this log mean? Make sense?',
  ])('differs from a question with more about it: %s', (request) => {
    expect(isQuestion(request)).toBe(true)
  })

  it('gets what it commands, after the answer to what it asks', async () => {
    const size = '{"name":"files_size","arguments":{"path":"a.txt"}}'
    const move = '{"name":"write_files_move","arguments":{"from":"a.txt","to":"b.txt"}}'
    const { proposed } = await replay('Wie groß ist a.txt? Benenne sie in b.txt um.', size, size, move, 'Done.')
    expect(proposed.map(({ tool }) => tool)).toEqual(['files_size', 'write_files_move'])
  })
})
