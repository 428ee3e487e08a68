import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Restored } from '#main/ledger/messages'
import { backUp, stageRestore } from '#main/ledger/open-ledger'
import type { BackupRow } from '#shared/requests/requests'

/** One backup of each earlier day, and several of the latest day. */
const KEPT_DAYS = 7
const KEPT_OF_NEWEST_DAY = 7
const DAY_MS = 24 * 60 * 60 * 1000
/** A smaller difference is a corrected clock, not a backup from the future. */
const CORRECTION_MS = 60 * 60 * 1000
const FIRST_LOOK_MS = 10_000
const LOOK_EVERY_MS = 60 * 60 * 1000

const NAME = /^skillet-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-(\d+)\.db$/
const UNFINISHED = /^skillet-[0-9TZ-]+\.part(-journal)?$/

export const folderOfBackups = (home: string): string => join(home, 'backups')

/** Newest first. Files with other names are ignored. */
export function listBackups(home: string): BackupRow[] {
  const rows = namesIn(folderOfBackups(home)).flatMap((name) => {
    const [, day, hours, minutes, seconds, ms, facts] = NAME.exec(name) ?? []
    if (day === undefined) return []
    const file = statSync(join(folderOfBackups(home), name), { throwIfNoEntry: false })
    const at = `${day}T${hours}:${minutes}:${seconds}.${ms}Z`
    return file?.isFile() ? [{ backup: name, at, bytes: file.size, facts: Number(facts) }] : []
  })
  return rows.toSorted((a, b) => b.at.localeCompare(a.at))
}

/** Rejects with a LedgerError only; existing backups stay. */
export async function makeBackup(home: string, now = new Date()): Promise<BackupRow> {
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  const { file, facts, bytes } = await backUp(home, join(folderOfBackups(home), `skillet-${stamp}`))
  const made = { backup: basename(file), at: now.toISOString(), bytes, facts }
  for (const backup of findOutdated(listBackups(home), made)) {
    rmSync(join(folderOfBackups(home), backup), { force: true })
  }
  return made
}

/** Backups of one busy day never displace those of earlier days. */
function findOutdated(rows: readonly BackupRow[], made: BackupRow): string[] {
  const byDay = Map.groupBy(rows, ({ at }) => at.slice(0, 10))
  const sameDay = byDay.get(made.at.slice(0, 10)) ?? []
  byDay.delete(made.at.slice(0, 10))
  const kept = [
    made,
    ...sameDay.filter((row) => row.backup !== made.backup).slice(0, KEPT_OF_NEWEST_DAY - 1),
    ...[...byDay.values()].slice(0, KEPT_DAYS - 1).flatMap(([last]) => last ?? []),
  ]
  const names = new Set(kept.map(({ backup }) => backup))
  return rows.flatMap(({ backup }) => (names.has(backup) ? [] : [backup]))
}

/** Whether the last one is older than a day. One dated in the future, by a clock that was wrong, does not count. */
export function isBackupDue(home: string, now = new Date()): boolean {
  const ages = listBackups(home).map(({ at }) => now.getTime() - Date.parse(at))
  return !ages.some((age) => age >= -CORRECTION_MS && age < DAY_MS)
}

export function keepBackups(home: string, failed: (error: unknown) => void): () => void {
  removeUnfinished(home)
  const look = () => {
    if (isBackupDue(home)) makeBackup(home).catch(failed)
  }
  const first = setTimeout(look, FIRST_LOOK_MS).unref()
  const later = setInterval(look, LOOK_EVERY_MS).unref()
  return () => {
    clearTimeout(first)
    clearInterval(later)
  }
}

export function removeUnfinished(home: string): void {
  for (const name of namesIn(folderOfBackups(home))) {
    if (UNFINISHED.test(name)) rmSync(join(folderOfBackups(home), name), { force: true })
  }
}

/** Checks every fact of a backup and prepares it for the next start. Rejects with a LedgerError only. */
export function prepareRestore(home: string, { backup }: BackupRow): Promise<Restored> {
  return stageRestore(home, join(folderOfBackups(home), backup))
}

/** None where there is no folder; whether there can be one is told when a backup is made. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
