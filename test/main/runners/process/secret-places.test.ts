import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listSecretPlaces } from '#main/runners/process/secret-places'
import { makeTempDir } from '#test/helpers/temp-dir'

describe('the secret places of a home folder', () => {
  it('are those that are there, files and folders, each with the credential it belongs to', () => {
    const home = makeTempDir()
    mkdirSync(join(home, '.ssh'))
    mkdirSync(join(home, '.config/gh'), { recursive: true })
    writeFileSync(join(home, '.netrc'), '')
    const places = () => listSecretPlaces(home)
    mkdirSync(join(home, '.config/pip'))
    const found = ['.ssh', '.config/gh', '.netrc', '.config/pip'].map((name) => join(home, name))
    expect(places().map(({ path }) => path)).toEqual(found)
    expect(places().map(({ credential }) => credential)).toEqual(['ssh-keys', 'gh', 'netrc', undefined])
    expect(places().map(({ programs }) => programs?.has('pip3'))).toEqual([undefined, undefined, undefined, true])
  })

  it('are named by their real place, and a link to the home folder hides nothing', () => {
    const home = makeTempDir()
    const elsewhere = makeTempDir()
    symlinkSync(elsewhere, join(home, '.aws'))
    symlinkSync(home, join(home, '.kube'))
    symlinkSync('/nowhere/at-all', join(home, '.ssh'))
    expect(listSecretPlaces(home).map(({ path }) => path)).toEqual([elsewhere])
  })
})
