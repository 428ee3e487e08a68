import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { findStartObstacle } from '#main/runners/process/start-obstacle'
import { textOf } from '#shared/messages/message'

describe('A22 a batch file, whose arguments a shell reads a second time', () => {
  it.each(['x.bat', 'x.BAT', 'x.cmd', 'x.CmD', 'x.bat ', 'x.bat.', 'x.cmd. .'])('is refused as %s', (file) => {
    const target = { path: `C:\\tools\\${file}`, args: ['a&calc'], cwd: tmpdir() }
    expect(textOf(findStartObstacle(target, 'win32') ?? '')).toContain('is a batch file')
  })
})
