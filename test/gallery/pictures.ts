import type { Picture } from '#shared/chat/picture'
import type { World } from './bridge.ts'
import { tell } from './facts.ts'
import { ABOUT, READY } from './records.ts'
import type { Screen } from './screens.ts'
import { BASE } from './stories.ts'

const picture = (name: string, width: number, height: number, bytes: number): Picture => ({
  ...{ sha256: hashOf(name), type: 'image/png', name, bytes, width, height },
})
const hashOf = (name: string) =>
  Array.from({ length: 64 }, (_, at) => ((name.charCodeAt(at % name.length) + at) % 16).toString(16)).join('')

const CHART = picture('disk-use-october.png', 1280, 800, 184_320)
const CABINET = picture('The cabinet under the stairs, from the left.png', 600, 900, 2_411_008)
const WIDE = picture('terminal.png', 1600, 420, 61_440)
const LOST = picture('gone.png', 800, 600, 90_000)
const DRAWN: readonly Picture[] = [CHART, CABINET, WIDE]

/** Hills in front of a sky, made here: a picture that is fetched would be no gallery of a window without a network. */
function draw({ width, height, name }: Picture): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return ''
  const hue = name.length * 31
  const sky = pen.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, `hsl(${hue} 45% 78%)`)
  sky.addColorStop(1, `hsl(${hue + 40} 55% 90%)`)
  pen.fillStyle = sky
  pen.fillRect(0, 0, width, height)
  for (const [layer, light] of [62, 48, 34].entries()) {
    pen.fillStyle = `hsl(${hue + layer * 18} 28% ${light}%)`
    pen.beginPath()
    pen.moveTo(0, height)
    for (let x = 0; x <= width; x += 8) {
      const wave = Math.sin((x / width) * (5 + layer * 2) + layer * 1.7) * 0.09
      pen.lineTo(x, height * (0.5 + layer * 0.14 + wave))
    }
    pen.lineTo(width, height)
    pen.fill()
  }
  return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length)
}

function readPicture({ image }: { image: string }) {
  const found = DRAWN.find(({ sha256 }) => sha256 === image)
  if (!found) throw new Error('not on record')
  return { type: 'image/png' as const, data: draw(found) }
}

const STATS = { rounds: 1, calls: 0, promptTokens: 2210, outputTokens: 24, ms: 3400 }

function story() {
  const told = tell('disk', BASE).open('What is in these pictures?')
  const asks = (turn: string, content: string, images: readonly Picture[], answer: string) => {
    told.add({ type: 'turn.started', turn, model: 'qwen3:4b' })
    told.add({ type: 'message.added', role: 'user', content, images })
    told.say(answer).add({ type: 'turn.finished', turn, reason: 'answered', stats: STATS })
  }
  const which = 'The first one. It is a chart of how full the disk was in October; the second is a cabinet.'
  asks('one', 'Which of these two shows the disk that is full?', [CHART, CABINET], which)
  asks('two', '', [WIDE, LOST], 'That is a terminal. The other picture did not reach me.')
  return told.facts
}

const imported = () => {
  const told = tell('disk', BASE)
  told.add({ type: 'message.added', role: 'user', content: 'Which folders may I empty?' })
  told.add({ type: 'message.added', role: 'assistant', content: 'The cache of pip, for one: `~/.cache/pip`.' })
  const from = { file: 'Which folders may I empty.md', messages: 2 }
  return told.add({ type: 'chat.created', title: 'Which folders may I empty?', model: null, from }).facts
}

const BLIND: World['ollama'] =
  READY.state === 'ready'
    ? { ...READY, models: READY.models.map((model) => ({ ...model, capabilities: ['completion', 'tools'] })) }
    : READY

export function pictureScreens(make: (more: Partial<World>) => World): Record<string, Screen> {
  const answers: World['answers'] = {
    'image.read': readPicture,
    'image.unstage': () => ({ dropped: true }),
    'chat.import': () => ({
      imported: {
        chat: 'disk',
        file: 'Which folders may I empty.md',
        messages: 2,
        leftOut: 3,
        pictures: 1,
        broken: [7],
      },
    }),
  }
  const world = make({ facts: { disk: story() }, about: ABOUT, ollama: BLIND, answers })
  return {
    pictures: {
      world,
      go: async (app) => {
        await app.openChat('disk')
        app.setDraft('And what is this?')
        for (const one of [WIDE, CABINET]) app.addPicture(one)
      },
    },
    'picture-large': {
      world,
      go: async (app) => {
        await app.openChat('disk')
        await app.enlarge(CHART)
      },
    },
    imported: {
      world: make({ facts: { disk: imported() }, ollama: BLIND, answers }),
      go: (app) => void app.importChat(),
    },
    'too-long': {
      world,
      go: (app) => {
        app.newChat()
        app.setDraft('Why did the backup stop?')
        app.addLongText(
          'nov 18 03:10:02 backup[812]: copied 4 117 of 9 022 files, 3 could not be read\n'.repeat(15_000),
        )
      },
    },
  }
}
