import { beforeAll, describe, expect, it } from 'vitest'
import { say } from '#test/helpers/fake-ollama'
import { setUpApp } from './set-up.ts'
import { write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')

/** A model so small that it writes its calls as lines. */
beforeAll(async () => {
  const body = { details: { parameter_size: '1.5B' }, capabilities: ['completion', 'tools'], model_info: {} }
  ollama.answer('/api/show', { status: 200, body: JSON.stringify(body) })
  await start(newHome())
})

const line = (name: string, args: object) => say(JSON.stringify({ name, arguments: args }))
const card = (tool: string) => open.page.getByRole('group', { name: `Approve ${tool}` })

describe('a call with its values in the wrong places', () => {
  it('is asked about as the message means it, and the chat says what Skillet changed', async () => {
    ollama.enqueue(line('dates_between', { from: '2030-06-01', to: 'now' }), say('Quite a few.'))
    await write(open, 'how many days till 2030-06-01?')
    await card('dates_between').getByText('Count the days from now to 2030-06-01').waitFor()
    await open.page.getByText('Swapped 2030-06-01 and now, as the message means them.').waitFor()
    expect(await open.page.getByText('Quite a few.').count()).toBe(0)
  })
})
