import { checkPicture } from '#main/chat/check-picture'
import type { Ended } from '#main/runners/runner'
import { MOST_PICTURES } from '#shared/chat/picture'

/** Keeps the pictures of a run that are safe to draw, judged by their bytes and within the usual limits. */
export function checkPictures(found: Ended['pictures'] = []) {
  const checked = found.slice(0, MOST_PICTURES).flatMap(({ name, data }) => {
    const one = checkPicture(name, Buffer.from(data, 'base64'))
    return one.ok ? [one] : []
  })
  const pictures = checked.map(({ picture }) => picture)
  return { told: pictures.length > 0 ? { pictures } : {}, texts: checked.map(({ data }) => data) }
}
