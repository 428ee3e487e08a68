import { describe, expect, it } from 'vitest'
import { plainWords } from '#renderer/parts/ui/chooser.tsx'

describe('an excerpt with a match', () => {
  it.each([
    [' is **94 % full**. Three', ' is 94 % full. Three'],
    ['full**. Three `df -h`', 'full. Three df -h'],
    ['see [the manual](https://example.org/a) and ![it](b.png)', 'see the manual and it'],
    ['## Disks\n- one\n> two', 'Disks\none\ntwo'],
    ['2 * 3, *.ts, snake_case and __init__', '2 * 3, *.ts, snake_case and __init__'],
    ['a [b] (c) stays', 'a [b] (c) stays'],
  ])('shows %j as %j', (piece, plain) => expect(plainWords(piece)).toBe(plain))
})
