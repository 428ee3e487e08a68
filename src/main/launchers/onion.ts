/**
 * Runs nested functions as the skill interface defines. This is text because another process runs it. A layer that
 * returns `undefined` lets the next one run, unless it called `next` itself; any other value is the result and nothing
 * further inside runs. An error is thrown by the `next` of the layer around it.
 */
export const ONION = `
const runOnion = async (layers, shared, fill) => {
  const { locals } = shared
  const step = async (index) => {
    const layer = layers[index]
    if (layer === undefined) return locals.result
    let inner
    let value
    let isSettled = false
    let wasSettled
    const settle = () => { isSettled = true }
    const next = () => {
      if (inner !== undefined) return Promise.reject(new Error(layer.name + ' called next() twice'))
      inner = step(index + 1)
      inner.then(settle, settle)
      return inner
    }
    try {
      value = await layer.run(Object.freeze({ ...shared, next }), fill(layer))
    } finally {
      wasSettled = isSettled
      // Begun and not waited for: it is part of the call all the same.
      await inner?.then(settle, settle)
    }
    if (value !== undefined) locals.result = value
    else if (!wasSettled) await (inner ?? step(index + 1))
    return locals.result
  }
  return step(0)
}
`

/** Finds values by paths of names; inherited properties do not count. */
export const PATHS = String.raw`
const getPath = (root, path) => {
  let at = root
  for (const name of String(path).split('.')) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') return undefined
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = at[name]
  }
  return at
}
const PLACE = /\\\$\{|\$\{([\w$-]+(?:\.[\w$-]+)*)\}/g
const fillText = (text, root, miss) => {
  const find = (path, place) => {
    const found = getPath(root, path)
    if (found === undefined) miss(place)
    return found ?? place
  }
  const [whole, only] = /^\$\{([\w$-]+(?:\.[\w$-]+)*)\}$/.exec(text) ?? []
  if (whole !== undefined) return find(only, text)
  return text.replace(PLACE, (place, path) => path === undefined ? '$' + '{' : String(find(path, place)))
}
const fillAll = (value, root, miss = () => {}) =>
  typeof value === 'string' ? fillText(value, root, miss)
  : Array.isArray(value) ? value.map((each) => fillAll(each, root, miss))
  : typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillAll(each, root, miss)]))
  : value
`
