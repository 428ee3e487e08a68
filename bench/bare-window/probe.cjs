// Tells when a window can be written in: its box stands there, and a frame with it was drawn.
const { app } = require('electron')

const BOX_IS_DRAWN = `new Promise((resolve) => {
  const look = () => document.querySelector('[aria-label="Message"]')
    ? requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
    : requestAnimationFrame(look)
  look()
})`

app.on('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', async () => {
    process.stdout.write(`drawn at ${await contents.executeJavaScript(BOX_IS_DRAWN)}\n`)
  })
})
