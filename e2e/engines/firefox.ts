import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from '../../scripts/check/find-tools.mjs'
import { readObject, readObjects, readText } from '../json.ts'
import { type InstalledEngine, pressActions, typeActions, window } from './engine.ts'

const program = findProgram('firefox-esr')

/** The profile has no first page, and makes no calls of its own. */
const quiet = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
}

async function launch(binary: string, isScripted: boolean) {
  const profile = await mkdtemp(path.join(tmpdir(), 'nyanja-firefox-'))
  const settings = Object.entries({ ...quiet, 'javascript.enabled': isScripted })
  const lines = settings.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const end = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  for await (const line of createInterface(child.stderr)) {
    const [, address] = /BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address !== undefined) return { address, end }
  }
  await end()
  throw new Error('Firefox ended by itself')
}

type Send = (method: string, params: object) => Promise<Readonly<Record<string, unknown>>>

/** Opens WebDriver BiDi (https://w3c.github.io/webdriver-bidi) over the browser's own socket. */
async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Readonly<Record<string, unknown>>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = readObject(JSON.parse(String(data)))
    waiting.get(Number(answer.id))?.(answer)
  })
  let last = 0
  return async (method, params) => {
    last += 1
    const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, unknown>>>()
    waiting.set(last, resolve)
    socket.send(JSON.stringify({ id: last, method, params }))
    const answer = await promise
    if (answer.type !== 'success') throw new Error(`${method}: ${readText(answer, 'message')}`)
    return readObject(answer.result)
  }
}

export const firefox: InstalledEngine = {
  name: 'Firefox',
  missing: program === undefined ? ['firefox-esr'] : [],
  async start({ isScripted }) {
    const { address, end } = await launch(program ?? '', isScripted)
    const send = await connect(address)
    await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } })
    const { contexts } = await send('browsingContext.getTree', {})
    const context = readText(readObject(readObjects(contexts)[0]), 'context')
    await send('browsingContext.setViewport', { context, viewport: window })
    return {
      async open(url) {
        await send('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      async evaluate(expression) {
        const target = { context, sandbox: 'journeys' }
        const asText = `JSON.stringify(${expression})`
        const { result } = await send('script.evaluate', { expression: asText, target, awaitPromise: false })
        return JSON.parse(readText(readObject(result), 'value') || 'null')
      },
      async press(x, y) {
        await send('input.performActions', { context, actions: pressActions(x, y) })
      },
      async type(text) {
        await send('input.performActions', { context, actions: typeActions(text) })
      },
      close: end,
    }
  },
}
