import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ToolRow } from '#renderer/views/skills/tool-row.tsx'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'
import { SKILLS } from '../../../stories/records.ts'
import { draw as drawView } from '../../draw.ts'

const skill = SKILLS.find(({ name }) => name === 'photo-tools')
const tool = skill?.tools[1]

function draw(required: string[]): string {
  if (!skill || !tool) throw new Error('the gallery has this tool')
  const shown = { ...tool, params: { ...tool.params, required } }
  const markup = renderToStaticMarkup(<ToolRow tool={shown} skill={skill} />)
  return (/class="template".*<\/code>/.exec(markup)?.[0] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

it('a tool says whether the person pinned it', () => {
  if (!skill || !tool) throw new Error('the gallery has this tool')
  const pin = (...pinnedTools: string[]) => {
    const settings = { ...DEFAULT_SETTINGS, pinnedTools }
    const markup = drawView(<ToolRow tool={tool} skill={skill} />, { settings })
    return new RegExp(`aria-label="(\\w+) ${tool.modelName}" title=[^>]*>(\\w+)<`).exec(markup)
  }
  expect(pin()?.slice(1)).toEqual(['Pin', 'Pin'])
  expect(pin('other', tool.modelName)?.slice(1)).toEqual(['Unpin', 'Unpin'])
})

describe('a tool’s command', () => {
  it('puts optional parts in brackets, and no required ones', () => {
    expect(draw(['file', 'target'])).toContain('magick file [ -resize size ] target')
    expect(draw(['file', 'target', 'size'])).toContain('magick file -resize size target')
  })
})
