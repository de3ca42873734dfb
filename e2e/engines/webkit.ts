import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../../scripts/check/find-tools.mjs'
import { readObject, readText } from '../json.ts'
import { type InstalledEngine, pressActions, typeActions, window } from './engine.ts'

const driver = findProgram('WebKitWebDriver')
const screen = findProgram('Xvfb')
const [browser = ''] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')

/** The number of a display of its own; GTK has no window without one. */
async function startScreen(binary: string) {
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = await once(createInterface(child.stdout), 'line')
  return { display: `:${number}`, end: () => child.kill() }
}

/** Calls WebDriver (https://www.w3.org/TR/webdriver2), as the package's own driver does. */
async function call(address: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = readObject(await answer.json())
  if (!answer.ok) throw new Error(`${method} ${address}: ${readText(readObject(value), 'message')}`)
  return value
}

async function startSession(origin: string, isScripted: boolean): Promise<string> {
  const args = ['--automation', `--enable-javascript=${isScripted ? 'TRUE' : 'FALSE'}`]
  const options = { 'webkitgtk:browserOptions': { binary: browser, args } }
  const capabilities = { alwaysMatch: { acceptInsecureCerts: true, ...options } }
  for (let tries = 0; tries < 100; tries += 1) {
    const made = await call(`${origin}/session`, 'POST', { capabilities }).catch(() => undefined)
    if (made !== undefined) return `${origin}/session/${readText(readObject(made), 'sessionId')}`
    await sleep(100)
  }
  throw new Error('WebKitWebDriver opens no browser')
}

export const webkit: InstalledEngine = {
  name: 'WebKitGTK',
  missing: [...(driver && browser ? [] : ['webkit2gtk-driver']), ...(screen ? [] : ['xvfb'])],
  async start({ isScripted, port }) {
    const { display, end } = await startScreen(screen ?? '')
    const env = { ...process.env, DISPLAY: display }
    const child = spawn(driver ?? '', [`--port=${port}`], { env, stdio: 'ignore' })
    const session = await startSession(`http://127.0.0.1:${port}`, isScripted)
    await call(`${session}/window/rect`, 'POST', window)
    return {
      async open(url) {
        await call(`${session}/url`, 'POST', { url })
      },
      evaluate: (expression) => call(`${session}/execute/sync`, 'POST', { script: `return ${expression}`, args: [] }),
      async press(x, y) {
        await call(`${session}/actions`, 'POST', { actions: pressActions(x, y) })
      },
      async type(text) {
        await call(`${session}/actions`, 'POST', { actions: typeActions(text) })
      },
      async close() {
        await call(session, 'DELETE').catch(() => undefined)
        child.kill()
        end()
      },
    }
  },
}
