import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backUp, stageRestore } from '#main/ledger/ask-alone'
import type { Restored } from '#main/ledger/messages'
import { message } from '#shared/messages/message'
import type { AppState, BackupRow } from '#shared/requests/requests'

/** Of each day gone by the last one, of the newest day more. */
const KEPT_DAYS = 7
const KEPT_OF_NEWEST_DAY = 7
const DAY_MS = 24 * 60 * 60 * 1000
/** A clock may be corrected by this much without a backup having been made in the future. */
const CORRECTION_MS = 60 * 60 * 1000
const FIRST_LOOK_MS = 10_000
const LOOK_EVERY_MS = 60 * 60 * 1000

const NAME = /^skillet-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-(\d+)\.db$/
/** A copy that was cut off. */
const UNFINISHED = /^skillet-[0-9TZ-]+\.part(-journal)?$/

export const folderOfBackups = (home: string): string => join(home, 'backups')

/** Newest first. A file of another name was not made here. */
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

/** Rejects with a LedgerError alone; the backups there are stay then. */
export async function makeBackup(home: string, now = new Date()): Promise<BackupRow> {
  const stamp = now.toISOString().replace(/[:.]/g, '-')
  const { file, facts, bytes } = await backUp(home, join(folderOfBackups(home), `skillet-${stamp}`))
  const made = { backup: basename(file), at: now.toISOString(), bytes, facts }
  for (const backup of findOutdated(listBackups(home), made)) {
    rmSync(join(folderOfBackups(home), backup), { force: true })
  }
  return made
}

/** Those of one busy day never push out the days before it. */
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

/** Whether the last one is older than a day, or bears a time that has not come yet. */
export function isBackupDue(home: string, now = new Date()): boolean {
  const [last] = listBackups(home)
  if (!last) return true
  const age = now.getTime() - Date.parse(last.at)
  return age >= DAY_MS || age < -CORRECTION_MS
}

/** From now on a backup is made where one is due. Gives the way to stop looking. */
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

/** Checks every fact of a backup of the list and makes it ready for the next start. Rejects with a LedgerError alone. */
export function prepareRestore(home: string, { backup }: BackupRow): Promise<Restored> {
  return stageRestore(home, join(folderOfBackups(home), backup))
}

export function describeRestored(restored: Restored | undefined): AppState['notices'] {
  if (!restored) return []
  return [
    {
      severity: 'warning',
      message: message('backup-restored', { backup: restored.from }),
      remedy: message('record-before-kept', { path: restored.movedTo }),
    },
  ]
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
