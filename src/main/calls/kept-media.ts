import { checkPicture, checkSound } from '#main/chat/check-picture'
import type { Ended } from '#main/runners/runner'
import { MOST_PICTURES } from '#shared/chat/picture'

/** Keeps the pictures and sounds of a run that are safe to show, judged by their bytes and within the usual limits. */
export function checkMedia(found: Ended['media'] = []) {
  const of = (wanted: 'image' | 'audio') =>
    found.slice(0, MOST_PICTURES).flatMap(({ kind, name, data }) => {
      return kind === wanted ? [[name, Buffer.from(data, 'base64')] as const] : []
    })
  const seen = of('image').flatMap(([name, bytes]) => {
    const checked = checkPicture(name, bytes)
    return checked.ok ? [checked] : []
  })
  const heard = of('audio').flatMap(([name, bytes]) => checkSound(name, bytes) ?? [])
  const pictures = seen.map(({ picture }) => picture)
  const sounds = heard.map(({ sound }) => sound)
  return {
    told: { ...(pictures.length > 0 && { pictures }), ...(sounds.length > 0 && { sounds }) },
    texts: [...seen, ...heard].map(({ data }) => data),
  }
}
