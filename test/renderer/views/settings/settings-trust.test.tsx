import { expect, it } from 'vitest'
import { InterpretersSetting } from '#renderer/views/settings/settings-trust.tsx'
import { message } from '#shared/messages/message'
import { draw } from '../../draw.ts'

it('a program that is missing is not sought in the settings where it is shown, and every other problem is told', () => {
  const interpreters = [
    { name: 'deno', title: 'Deno', isChosen: false, problem: message('interpreter-missing', { title: 'Deno' }) },
    {
      ...{ name: 'python', title: 'Python 3', isChosen: true },
      problem: message('interpreter-is-folder', { path: '/opt/python', title: 'Python 3' }),
    },
  ]
  const lists = { 'interpreter.list': { interpreters } } as never
  const drawn = draw(<InterpretersSetting name="Programs for tools" says="none" />, { lists })
  expect(drawn).toContain('<p>Deno</p><p class="quiet">Not installed</p>')
  expect(drawn).toContain('/opt/python is a folder, not the program of Python 3. Choose its program in Settings.')
})
