// @ts-nocheck
import { existsSync } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser that CHROMIUM names, else the machine's own. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM) return existsSync(env.CHROMIUM) ? env.CHROMIUM : undefined
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...(env.PATH ?? '').split(path.delimiter)]
  const places = folders.flatMap((folder) => names.map((name) => path.join(folder, name)))
  return [...places, ...elsewhere].find((place) => existsSync(place))
}
