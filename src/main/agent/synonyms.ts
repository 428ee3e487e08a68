import { stem, wordsOf } from './words.ts'

/**
 * What people say, and the words that tools use for it. General English and file endings, for no skill in particular.
 */
const LINES = `
zip rar 7z: archive compress pack unpack extract
tar tgz gz xz bz2 zst tarball: archive tar pack unpack extract
compress squash shrink bundle pack wrap: archive create pack zip compress
decompress uncompress unpack unzip untar inflate expand: archive extract unpack unzip
jpg jpeg png heic heif gif webp tif tiff nef cr2 dng raw svg: photo picture image media
photo pic picture image snapshot shot selfie: photo picture image taken camera
mp3 flac wav ogg opus m4a aac: sound music song media
song track tune music album band singer sing audio: music song artist album title sound tags
mp4 mkv avi mov webm m4v wmv: video media
movie film video clip footage episode recording: video media length
gps coordinate location latitude longitude: place where latitude longitude
aperture shutter exposure lens camera altitude high height: camera lens settings metadata
resolution hd 4k codec bitrate fps subtitle: video codecs bit rate picture size tracks format
length duration runtime running: duration plays length seconds
doc docx xls xlsx ppt pptx odt psd txt md csv log ini conf cfg yml yaml toml: file text
py js ts jsx tsx c h cpp rs go java rb php sh css html: file text code repository
pdf: pdf pages text
json: json
db sqlite sqlite3 sql: sqlite database query table
database sum average total row column customer: sqlite database query table data
paper invoice contract manual brochure letter scan: pdf document text pages
page: pages text
typeface: fonts
http https www url link website webpage site: web address page https fetch
article blog news feed: page web address text
api endpoint rest: web api json address
down online reachable offline outage: up status site running
download grab get fetch: download fetch address save
redirect: redirects final address
cache cached server: headers response caching server
dir directory folder subfolder path desktop downloads home documents: folder files list
file doc document: file
ls show display print view see open read look: show list print read
big bigger biggest large largest size huge small smallest bytes heavy heaviest: size large largest space disk
space room full hog hogging fill storage: disk space full free
drive ssd hdd usb stick partition: disk full free
nested recursive everything under hierarchy: tree below folders
first beginning start top: first head
last end final bottom: last tail newest latest end
newest latest recent recently lately landed arrived: newest latest last
identical same duplicate equal: same compare differ checksum
different difference diff changed change modified edit: differ changed compare diff
hash sha sha256 md5 intact genuine verify: checksum sha
owner own permission rights: owner permissions user
count many number often times occurrence: count number lines
where locate find search look hunt: find search where names
grep string mention word phrase term occur appear: search find exact words text lines
regex pattern matching ip email phone number: pattern regular expression
code function variable class method constant call import: code search text git
without lack lacking missing absent dont doesnt never none: missing lack not contain
say contain have: contain words text
spell case uppercase lowercase: ignore case
write jot store keep put remember save: save write create add note
append tack add line: append add end
new make create start begin: create new make write save
dir mkdir: folder new
rename call retitle: move rename rename name
move relocate shift sort tidy transfer put: move
duplicate clone copy backup back: copy backup
delete remove: remove
overwrite replace rewrite change: replace save write update
edit update modify: update change
repo repository project code codebase: git repository
commit committed uncommitted push pull merge: commit git repository changes
branch checkout switch: branch switch git
stage staged unstage: stage commit next
stash shelved aside: stash
version release tag: tags version release
contributor contribute author wrote who blame: author who contributors changed
thank fault culprit guilty broke introduced: who changed line blame
github gitlab bitbucket origin upstream: github remote addresses repository
work worked touch touched edited: last change date changed
history past ago earlier previous: log commits newest
old older used looked: old version as it was
tracked: git keeps
lib src source: files folder source
pr prs pull request merge review: pull request pr github
issue bug ticket report problem defect: issue github bugs
ci build action workflow pipeline check green red failing: checks runs actions github result
container docker image compose pod: docker container images
mount mounted volume: mounted folders volumes
port: ports
crash crashing die dies dying fail failing broken error: fail fails logs status check
alive up running open background started: running process program find
healthy health: health state
process pid program app application software task: process running program programs
ram memory swap: memory ram swap used
cpu processor core cores hot fan fans hammering busy slow lag: processor cpu busy slow
pc computer machine box laptop system hardware: computer system
since on up: running since long uptime
uptime boot reboot load: uptime running load
linux ubuntu debian fedora distro os: operating system distribution version
arm x86 arch architecture kernel: kernel architecture machine type
whoami user logged account login: user name logged
hostname host network: name computer network
today now current currently day time clock: now today date time day
week weekday month year january february march april may june july august september october november december: date calendar month day
monday tuesday wednesday thursday friday saturday sunday: weekday date calendar
tomorrow yesterday fortnight next ago from: date resolve day
until till left between passed christmas birthday deadline: days between date
epoch unix timestamp: timestamp unix seconds
note notes diary journal markdown vault wiki: note notes vault
daily diary journal today: daily note
todo task checklist tick open: tasks open todo
backlink link links linking: backlinks link notes
heading outline section chapter: outline headings
tag status property frontmatter metadata field: properties property set frontmatter
template: template
key keys field property attribute: names keys query
value item items entry entries pull pick: values query pick get
pretty format readable indent tidy beautify: pretty indentation
valid invalid syntax broken corrupt damaged parse: valid check fault undamaged
shape structure layout schema: structure schema nested path tables
type column: columns types schema
expensive cheapest highest lowest top best most least: sort sorted query largest
ft cm mm km inch inches foot feet mile yard metre meter kg gram lb lbs pound oz ounce litre liter gallon pint cup celsius fahrenheit kelvin hectare acre mph kmh mb gb: convert units amount
made produced generated created: metadata software author
summary summarise summarize about overview describe: text description show
`

function readLines(): Map<string, string[]> {
  const meanings = new Map<string, string[]>()
  for (const line of LINES.trim().split('\n')) {
    const [said = '', meant = ''] = line.split(':')
    const stems = wordsOf(meant).map(stem)
    for (const word of wordsOf(said).map(stem)) {
      const others = stems.filter((other) => other !== word)
      meanings.set(word, [...new Set([...(meanings.get(word) ?? []), ...others])])
    }
  }
  return meanings
}

/** By the stem of the person's word. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = readLines()

export const meaningsOf = (word: string): readonly string[] => SYNONYMS.get(word) ?? []
