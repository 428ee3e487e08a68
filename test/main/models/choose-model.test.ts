import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseModel } from '#main/models/models'
import { RECOMMENDED } from '#shared/model/model'
import type { OllamaModel } from '#shared/requests/requests'
import { startFakeOllama } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

const make = (name: string, capabilities?: string[]): OllamaModel => ({
  ...{ name, bytes: 1, parameters: '', quantization: '', isLoaded: false },
  ...(capabilities && { capabilities }),
})
const named = (models: OllamaModel[], lastUsed = '') => chooseModel(models, lastUsed)?.name

const embedding = make('a-embed', ['embedding'])
const talking = make('b-talk', ['completion'])
const handy = make('c-tools', ['completion', 'tools'])
const recommended = make(RECOMMENDED.name, ['completion', 'tools'])

describe('the model that answers if none was chosen', () => {
  it('is the one that answered last, as long as it exists and can chat', () => {
    const all = [embedding, talking, handy, recommended]
    expect(named(all, 'b-talk')).toBe('b-talk')
    expect(named([make('b-talk:latest'), recommended], 'b-talk')).toBe('b-talk:latest')
    expect(named(all, 'a-embed')).toBe(RECOMMENDED.name)
    expect(named(all, 'gone')).toBe(RECOMMENDED.name)
  })

  it('is otherwise the recommended one, one with tools, or the first by name', () => {
    expect(named([handy, recommended])).toBe(RECOMMENDED.name)
    expect(named([talking, handy])).toBe('c-tools')
    expect(named([make('z'), make('y')])).toBe('y')
    expect(named([embedding])).toBe(undefined)
  })

  it('depends neither on the order of the list nor on what is loaded', () => {
    const one = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', RECOMMENDED.name),
      capabilities: fc.option(fc.constantFrom('completion', 'completion tools', 'embedding'), { nil: undefined }),
    })
    const some = fc.uniqueArray(one, { selector: ({ name }) => name })
    const orders = some.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.constantFrom('', 'c')),
    )
    fc.assert(
      fc.property(orders, fc.boolean(), ([all, shuffled, lastUsed], isLoaded) => {
        const models = (of: typeof all) => of.map(({ name, capabilities }) => make(name, capabilities?.split(' ')))
        const listed = models(all)
        const other = models(shuffled).map((model) => ({ ...model, isLoaded }))
        expect(named(other, lastUsed)).toBe(named(listed, lastUsed))
      }),
    )
  })

  it('is that of the latest recorded turn, and the same after a restart', async () => {
    const ollama = await startFakeOllama()
    ollama.setModels('a', 'b', 'c')
    const home = makeTempDir()
    const open = async () => (await openTestCore({ home, said: { host: ollama.host } })).core
    const turn = (model: string) => ({ type: 'turn.started', chat: 'one', turn: `with ${model}`, model }) as const
    const first = await open()
    expect(await first.models.look()).toMatchObject({ byDefault: 'a' })
    await first.publish(turn('c'), turn('b'), turn(''))
    expect(await first.models.look()).toMatchObject({ byDefault: 'b' })
    await first.close()
    const second = await open()
    expect(await second.models.look()).toMatchObject({ byDefault: 'b' })
    await second.close()
    await ollama.close()
  })
})
