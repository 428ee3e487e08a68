/** What is wrong with the record, and what helps. */
export const LEDGER_FAULTS = {
  'the head of the record is missing': 'der Kopf der Aufzeichnung fehlt',
  'its chain is broken': 'ihre Kette ist gebrochen',
  '{file:piece} was written by a newer Skillet (version {version}, this one knows {current}). It was left as it is.':
    '{file} wurde von einem neueren Skillet geschrieben (Version {version}, dieses kennt {current}). Daran wurde nichts geändert.',
  'Another Skillet is using {folder}.': 'Ein anderes Skillet benutzt {folder}.',
  'Another Skillet is using {folder} (process {pid}).': 'Ein anderes Skillet benutzt {folder} (Prozess {pid}).',
  '{file:piece}: {problem:said}': '{file}: {problem}',
} as const
