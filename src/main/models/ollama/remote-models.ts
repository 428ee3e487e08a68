/** For this session: a name that was remote once stays remote. */
const known = new Set<string>()

const keyOf = (host: string, name: string) => `${host} ${name}`

/** A cloud model keeps these fields even under another name. */
export function noteRemote(host: string, name: string, model: { remote_host?: unknown; remote_model?: unknown }): void {
  if (model.remote_host || model.remote_model) known.add(keyOf(host, name))
}

/** Whether the server says that another computer runs the model. */
export const runsElsewhere = (host: string, name: string): boolean => known.has(keyOf(host, name))
