// Answers the first question of the app with its first button, and prints what was asked.
const { dialog } = require('electron')

dialog.showMessageBox = async (...given) => {
  process.stdout.write(`ASKED ${JSON.stringify(given.at(-1))}\n`)
  return { response: 0, checkboxChecked: false }
}
