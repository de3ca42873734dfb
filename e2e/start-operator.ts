import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeSampleTiles } from '../scripts/basemap/make-sample-tiles.mjs'
import { isFree } from '../scripts/demo/ports.mjs'
import { becomesReady, startService, stopService } from '../scripts/demo/service.mjs'
import { demoSettings } from '../scripts/demo/settings.mjs'
import { assetsUrl, consoleUrl, editorUrl, portalUrl, ports, sandboxUrl, secureUrl } from './addresses.ts'
import { type FlakyLink, openFlakyLink } from './flaky-link.ts'
import { readObject, readObjects, readText } from './json.ts'

export interface Operator {
  /** Kills it like a power cut: nothing is finished, nothing is cleaned up. */
  killPortal(): Promise<void>
  /** Starts on the data that the last ones left. */
  startPortal(): Promise<void>
  /** Changes the state as if `count` codes had been sent to a number earlier today, and none had been entered. */
  rememberUnansweredCodes(msisdn: string, count: number): void
  /** Changes the state as if visitors had just asked for `count` unknown fixed accounts. */
  rememberMissedAccounts(count: number): void
  /**
   * Changes the state as if the next check of every delivery and refund were an hour away: only what a person does
   * happens before.
   */
  postponeChecks(): Promise<void>
  /** Moves the clock of the portal and its external systems at once. Browsers use the visitor's own clock. */
  letPass(minutes: number): Promise<void>
  /** Returns epoch milliseconds on the clock of the portal and its external systems. */
  now(): number
  /** Runs a staff command such as `payments list` beside the running portal, and returns its output. */
  runCli(...args: readonly string[]): Promise<string>
  /** Edits the files that the running portal reads, as an editor does. */
  editTexts(language: string, name: string, changes: Readonly<Record<string, string>>): Promise<void>
  /** Edits any other of those files, such as `content/en/loader-translation.json`. */
  editFile(file: string, change: (text: string) => string): Promise<void>
  /** Starts the console of the operator's staff. */
  openConsole(): Promise<void>
  /** Starts the editing page of those files; returns its address. */
  openEditor(): Promise<string>
  /** Set where the operator has one. */
  readonly link: FlakyLink | undefined
  /** Returns every line that the portal, and the console where there is one, have logged before this call. */
  portalLog(): Promise<string>
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const ownClock = new URL('own-clock.ts', import.meta.url).href

const settingsFor = (dataDir: string, passedTimeFile: string, market: string) =>
  demoSettings({
    ...process.env,
    MARKET: market,
    // Each visitor has a separate address, as behind a proxy.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${ownClock}`,
    PASSED_TIME_FILE: passedTimeFile,
    PORT: String(ports.portal),
    ADMIN_PORT: String(ports.admin),
    SANDBOX_PORT: String(ports.sandbox),
    CONSOLE_PORT: String(ports.console),
    EDIT_PORT: String(ports.editor),
    // Tests of lost callbacks cannot wait for the three minutes that the provider asks for.
    MONEY_FIRST_ENQUIRY_SECONDS: '5',
    DATA_DIR: dataDir,
  })

const usualFiles = new URL('../apps/portal/', import.meta.url)
const usualMarket = new URL('../apps/portal/markets/mw.json', import.meta.url)

/** The usual market with other card gateways. */
async function marketWith(cards: readonly string[], folder: string): Promise<string> {
  const market = readObject(JSON.parse(await readFile(usualMarket, 'utf8')))
  const others = readObjects(market.paymentOptions).filter((option) => readText(option, 'method') !== 'card')
  const paymentOptions = [...cards.map((gateway) => ({ method: 'card', gateway })), ...others]
  await mkdir(folder)
  await writeFile(path.join(folder, 'market.json'), JSON.stringify({ ...market, paymentOptions }))
  return folder
}

/**
 * Writes to the database beside the running portal, as staff commands do: a test cannot wait the minutes between
 * two codes.
 */
function spendMisses(file: string, count: number, now: number): void {
  const hour = 3_600_000
  const database = new DatabaseSync(file, { timeout: 60_000 })
  database
    .prepare('insert or replace into rate_counters values (?, ?, ?, 0, 0, 0)')
    .run('account_lookup all:', now - (now % hour), count)
  database.close()
}

function addUnansweredCodes(file: string, msisdn: string, count: number, now: number): void {
  const database = new DatabaseSync(file, { timeout: 60_000 })
  const insert = database.prepare(`insert into one_time_codes (id, purpose, msisdn, subject, payer, channel, language,
    digest, message_id, sends, created_at, sent_at, expires_at)
    values (?, 'airtime_payment', ?, 'an earlier order', ?, 'web', 'en', '', '', 1, ?, ?, ?)`)
  for (let one = 1; one <= count; one += 1) {
    const at = now - one * 600_000
    insert.run(randomUUID(), msisdn, msisdn, at, at, at + 300_000)
  }
  database.close()
}

/** A check in progress, which holds a lease, sets its own next time: this continues until there is none. */
async function postpone(file: string, now: () => number): Promise<void> {
  const database = new DatabaseSync(file, { timeout: 60_000 })
  const tables = ['deliveries', 'refunds'].map((table) => ({
    later: database.prepare(`update ${table} set next_check_at = ? where next_check_at < ? and lease_until <= ?`),
    checked: database.prepare(`select 1 from ${table} where next_check_at is not null and lease_until > ?`),
  }))
  const hour = 3_600_000
  let isChecking = true
  while (isChecking) {
    const at = now()
    for (const { later } of tables) later.run(at + hour, at + hour / 2, at)
    isChecking = tables.some(({ checked }) => checked.get(at) !== undefined)
    if (isChecking) await sleep(20)
  }
  database.close()
}

interface StartOptions {
  /** Card gateways, where a test needs others than the usual market has. */
  readonly cards?: readonly string[]
  readonly market?: 'mw' | 'cd'
  /** Tells whether the operator has a CMS in front of the files. */
  readonly hasCms?: boolean
  /** Tells whether addresses are looked up on a map of streets. */
  readonly hasStreets?: boolean
  /** Tells whether scripts and pictures come from another origin than pages. */
  readonly hasAssetsOrigin?: boolean
  /** Tells whether the operator has a map of streets of its own. */
  readonly hasVectorTiles?: boolean
  /** Tells whether visitors reach the portal over a link that breaks. */
  readonly hasFlakyLink?: boolean
}

let marks = 0

/** Lines of requests for a long address are 400 bytes long. */
const linesOfChunk = 12

/**
 * The log is written in chunks of 4 KB or after a moment, so a chunk of marks brings everything before it. `url` is of
 * a part without pages, where an unknown address is answered at once.
 */
async function completeLog(logFile: string, url: string): Promise<string> {
  marks += 1
  const mark = `/log-${marks}-`
  const ask = () => fetch(`${url}${mark}${'x'.repeat(256)}`, { redirect: 'manual' }).then((answer) => answer.text())
  const isUp = await Promise.all(Array.from({ length: linesOfChunk }, ask)).then(
    () => true,
    () => false,
  )
  let log = await readFile(logFile, 'utf8')
  // A request is logged once it has been answered.
  while (isUp && !log.includes(mark)) {
    await sleep(5)
    log = await readFile(logFile, 'utf8')
  }
  return log
}

/** Files that an earlier run left there would answer for the portal of this one. */
async function assertPortsAreFree(): Promise<void> {
  for (const port of Object.values(ports))
    if (!(await isFree(port))) throw new Error(`Port ${port} is taken: end what runs there, or set STORIES_PORT`)
}

/** Starts a whole operator with an empty database: the portal and the sandbox, as `npm start` runs them. */
export async function startOperator({
  cards,
  market = 'mw',
  hasCms = false,
  hasStreets = false,
  hasAssetsOrigin = false,
  hasVectorTiles = false,
  hasFlakyLink = false,
}: StartOptions = {}): Promise<Operator> {
  await assertPortsAreFree()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portal-stories-'))
  const logDir = path.join(dataDir, 'logs')
  const passedTimeFile = path.join(dataDir, 'passed-time')
  let passedMs = 0
  await writeFile(passedTimeFile, String(passedMs))
  const ownMarket = cards === undefined ? {} : { MARKET_DIR: await marketWith(cards, path.join(dataDir, 'market')) }
  const [texts, places] = [path.join(dataDir, 'content'), path.join(dataDir, 'places')]
  await cp(new URL('content', usualFiles), texts, { recursive: true })
  await cp(new URL('places', usualFiles), places, { recursive: true })
  const ownFiles = { CONTENT_DIR: texts, CONTENT_WATCH: 'on' }
  const source = { CONTENT_SOURCE: hasCms ? 'remote' : 'files' }
  const streets = hasStreets ? { GEOCODER: 'photon', GEOCODER_URL: `${sandboxUrl}/photon` } : {}
  const assets = hasAssetsOrigin ? { ASSETS_ORIGIN: assetsUrl } : {}
  const tiles = hasVectorTiles ? { MAP_TILES: path.join(dataDir, 'map.pmtiles') } : {}
  if (tiles.MAP_TILES !== undefined) await writeFile(tiles.MAP_TILES, makeSampleTiles(market))
  const settings = settingsFor(dataDir, passedTimeFile, market)
  const link = hasFlakyLink ? await openFlakyLink() : undefined
  const behind = hasFlakyLink ? { PUBLIC_ORIGIN: secureUrl } : {}
  const env: Readonly<Record<string, string>> = {
    ...settings,
    ...ownFiles,
    ...source,
    ...streets,
    ...assets,
    ...tiles,
    ...behind,
  }

  async function editFile(name: string, change: (text: string) => string): Promise<void> {
    const file = path.join(dataDir, name)
    await writeFile(`${file}.new`, change(await readFile(file, 'utf8')))
    await rename(`${file}.new`, file)
  }

  async function begin(name: string, main: string, healthUrl: string, its = { ...env, ...ownMarket }) {
    const service = startService({ name, main, healthUrl, env: its, logDir })
    if (!(await becomesReady(service))) throw new Error(`The ${name} ended by itself:\n${service.lastLines()}`)
    return service
  }
  const beginPortal = () => begin('portal', 'apps/commands/main.ts', `${portalUrl}/healthz`)

  let editor: ReturnType<typeof begin> | undefined
  let staffConsole: ReturnType<typeof begin> | undefined

  const sandbox = await begin('sandbox', 'apps/sandbox/src/main.ts', `${sandboxUrl}/__sim/health`, env)
  let portal = await beginPortal()

  return {
    async killPortal() {
      portal.child.kill('SIGKILL')
      await portal.ended
    },
    async startPortal() {
      portal = await beginPortal()
    },
    rememberUnansweredCodes: (msisdn, count) =>
      addUnansweredCodes(path.join(dataDir, 'portal.db'), msisdn, count, Date.now() + passedMs),
    rememberMissedAccounts: (count) => spendMisses(path.join(dataDir, 'portal.db'), count, Date.now() + passedMs),
    postponeChecks: () => postpone(path.join(dataDir, 'portal.db'), () => Date.now() + passedMs),
    link,
    now: () => Date.now() + passedMs,
    async letPass(minutes) {
      passedMs += minutes * 60_000
      // The file is replaced atomically, since the processes may read it at any moment.
      await writeFile(`${passedTimeFile}.new`, String(passedMs))
      await rename(`${passedTimeFile}.new`, passedTimeFile)
    },
    async runCli(...args) {
      const typed = ['--disable-warning=ExperimentalWarning', 'apps/commands/main.ts', ...args]
      const { stdout } = await promisify(execFile)(process.execPath, typed, {
        env: { ...env, ...ownMarket },
        cwd: root,
      })
      return stdout
    },
    editTexts: (language, name, changes) =>
      editFile(`content/${language}/${name}.json`, (text) =>
        JSON.stringify({ ...readObject(JSON.parse(text)), ...changes }),
      ),
    editFile,
    async openConsole() {
      staffConsole ??= begin('console', 'apps/console/server/main.ts', `${consoleUrl}/healthz`)
      await staffConsole
    },
    async openEditor() {
      editor ??= begin('editor', 'scripts/demo/run-edit-content.mjs', `${editorUrl}/articles`)
      await editor
      return editorUrl
    },
    async portalLog() {
      const own = await completeLog(portal.logFile, `${portalUrl}/api`)
      if (staffConsole === undefined) return own
      return own + (await completeLog((await staffConsole).logFile, `${consoleUrl}/assets`))
    },
    async stop() {
      if (editor !== undefined) await stopService(await editor)
      if (staffConsole !== undefined) await stopService(await staffConsole)
      // The portal stops first: it may be in the middle of a call to the sandbox.
      await stopService(portal)
      await link?.close()
      await stopService(sandbox)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
