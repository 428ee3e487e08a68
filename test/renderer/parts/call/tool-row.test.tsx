import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ToolRow } from '#renderer/parts/call/tool-row.tsx'
import { SKILLS } from '../../../stories/records.ts'

const tool = SKILLS.find(({ name }) => name === 'photo-tools')?.tools[1]

function draw(required: string[]): string {
  if (!tool) throw new Error('the gallery has this tool')
  const shown = { ...tool, params: { ...tool.params, required } }
  const props = { isOn: true, isSwitching: false, onTry: undefined, onSwitch: undefined }
  const markup = renderToStaticMarkup(<ToolRow tool={shown} {...props} />)
  return (/class="template".*<\/code>/.exec(markup)?.[0] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

describe('a tool’s command', () => {
  it('puts optional parts in brackets, and no required ones', () => {
    expect(draw(['file', 'target'])).toContain('magick file [ -resize size ] target')
    expect(draw(['file', 'target', 'size'])).toContain('magick file -resize size target')
  })
})
