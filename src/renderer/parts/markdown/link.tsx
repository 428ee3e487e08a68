import { say } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

/** The address with its host in ASCII; null if it must not be opened. */
export function readHttps(url: string): { url: string; host: string } | null {
  if (!URL.canParse(url)) return null
  const read = new URL(url)
  if (read.protocol !== 'https:' || read.username || read.password || !read.host) return null
  return { url: read.href, host: read.host }
}

/** Never an anchor: main asks before it opens anything. Always shows where it leads. */
export function Link({ url, label, open }: { url: string; label: string; open: (url: string) => void }) {
  const target = readHttps(url)
  if (!target) return <LinkAsText url={url} label={label} />
  const isNamed = label !== '' && !saysTheSame(label, url)
  return (
    <button type="button" className="link" title={toVisible(target.url).text} onClick={() => open(target.url)}>
      {isNamed ? label : toVisible(target.url).text}
      {isNamed && <span className="link-host quiet"> {target.host}</span>}
    </button>
  )
}

function LinkAsText({ url, label }: { url: string; label: string }) {
  if (!url || saysTheSame(label, url)) return <span className="link-text">{label || say('[link]')}</span>
  return (
    <span className="link-text">
      {label} (<code>{toVisible(url).text}</code>)
    </span>
  )
}

function saysTheSame(label: string, url: string): boolean {
  const bare = (text: string) => text.replace(/^(?:https?:\/\/|mailto:)/, '').replace(/\/$/, '')
  return bare(label) === bare(url)
}
