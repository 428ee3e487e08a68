/** What a program must reach beside files to be of any use, from our own table; nothing a skill says adds to it. */
export interface Reach {
  network: boolean
  /** It only passes a wish on to a program that runs outside every sandbox, through a socket in /run. */
  daemons: boolean
  /** It looks at, or signals, the processes of the whole machine. */
  processes: boolean
  /** It reports on the machine, and on nothing else. */
  machine: boolean
  /** It goes where a proxy leads it, so that its hosts can be limited. */
  knowsProxies: boolean
  /** It needs rights that no confined program can get: it works without a sandbox or not at all. */
  everything: boolean
}

const NETWORK = list(
  'curl wget wget2 aria2c http https xh httpie curlie hey ab wrk gh glab hub tea ssh scp sftp rsync mosh sshfs rclone restic ' +
    'borg kubectl helm k9s npm npx pnpm pnpx yarn bunx pip pip3 pipx uv uvx poetry twine cargo rustup gem bundle bundler ' +
    'composer brew apt apt-get apt-cache dnf yum zypper pacman apk aws az gcloud gsutil bq terraform tofu pulumi ansible ' +
    'ansible-playbook vagrant heroku fly flyctl vercel netlify wrangler firebase doctl hcloud ping ping6 traceroute ' +
    'tracepath mtr dig host nslookup whois nc ncat netcat socat telnet ftp lftp nmap ip ss netstat ifconfig route arp ' +
    'yt-dlp youtube-dl gallery-dl ollama hf huggingface-cli psql pg_dump pg_restore mysql mysqldump mariadb redis-cli ' +
    'mongosh mongodump svn hg bzr speedtest speedtest-cli iperf iperf3 tailscale adb op bw jira slack mail mutt msmtp mbsync ' +
    'w3m lynx links elinks trivy grype snyk skopeo crane oras cosign act mvn gradle sendmail',
)

/** Programs that only reach the network with these commands. */
const NETWORK_COMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    git: list(
      'fetch clone pull push ls-remote submodule archive lfs send-email fetch-pack send-pack http-fetch svn p4',
    ),
    go: list('get install mod download run build test generate work'),
    deno: list('run install add cache fetch serve'),
    bun: list('install add update x create'),
    dotnet: list('restore add new tool nuget'),
    gpg: list('--recv-keys --send-keys --refresh-keys --search-keys --locate-keys'),
    openssl: list('s_client ocsp'),
  }),
)

const DAEMONS = list(
  'docker docker-compose podman nerdctl buildah lxc virsh machinectl systemctl loginctl hostnamectl timedatectl localectl ' +
    'resolvectl busctl gdbus dbus-send notify-send nmcli bluetoothctl xdg-open gio gsettings dconf secret-tool lp lpr lpq ' +
    'lpstat lpadmin pactl pacmd wpctl pw-cli playerctl upower udisksctl obsidian code codium',
)
const NETWORK_OF_DAEMONS = list('docker docker-compose podman nerdctl buildah nmcli resolvectl xdg-open obsidian')

const PROCESSES = list(
  'ps pgrep pkill pidof kill killall top htop btop pstree lsof fuser ss netstat pidstat iotop pmap pwdx vmstat strace ltrace gdb',
)

const KNOW_PROXIES = list(
  'curl wget wget2 aria2c http https xh httpie curlie gh hub npm npx pnpm yarn pip pip3 pipx uv uvx poetry twine cargo gem ' +
    'yt-dlp youtube-dl gallery-dl composer',
)

const MACHINE = list(
  'df lscpu lsblk lspci lsusb lsmod uname arch uptime free hostname who w last nproc vmstat iostat sensors findmnt',
)

/** Their rights come with the file they are started from, or they make a sandbox of their own. */
const EVERYTHING = list(
  'sudo sudoedit su doas pkexec run0 runuser mount umount fusermount fusermount3 chroot nsenter unshare bwrap firejail ' +
    'flatpak snap newgrp passwd chsh chfn crontab at batch unmount insmod modprobe',
)

export function findReach(binary: string, realpath: string, subcommand: string): Reach {
  const name = bareName(binary)
  const real = bareName(realpath.split(/[\\/]/).at(-1) ?? '')
  const words = subcommand.split(/\s+/).filter(Boolean)
  const commands = NETWORK_COMMANDS.get(name)
  return {
    network: NETWORK.has(name) || NETWORK_OF_DAEMONS.has(name) || words.some((word) => commands?.has(word) === true),
    daemons: DAEMONS.has(name),
    processes: PROCESSES.has(name),
    machine: MACHINE.has(name),
    knowsProxies: KNOW_PROXIES.has(name),
    // Every program that snap installed is one link to snap itself.
    everything: EVERYTHING.has(name) || real === 'snap',
  }
}

/** `Curl.EXE` is curl. */
function bareName(binary: string): string {
  return binary.toLowerCase().replace(/\.exe$/, '')
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
