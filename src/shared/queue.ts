/** Starts each task once the one before it has ended, however it ended. */
export function makeQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }
}
