import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { providerAddresses } from '@nyanja/server/settings/provider-config'
import { freeSandboxPort } from '../../../scripts/demo/ports.mjs'
import { demoSettings } from '../../../scripts/demo/settings.mjs'
import { createSchema, runSql } from '../../environment/database.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import { storm } from '../channels/channel.ts'
import type { Drill } from '../drill/drill.ts'
import { type Artefact, dump, eavesdrop, findLeaks, seedLeaks } from './artefacts.ts'
import { Caller, journeys } from './journeys.ts'
import { Markers } from './markers.ts'

export interface LeakScanOptions {
  readonly rounds: number
  /** A PostgreSQL server in place of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly seed: number
}

export interface LeakScanReport {
  readonly violations: readonly Violation[]
  readonly markers: number
  readonly answers: number
  readonly errors: number
  readonly logLines: number
  readonly artefacts: number
}

/** Settings with values that must stay secret; a public key is none. */
const isSecret = (name: string) => /(SECRET|TOKEN|KEY|KEYS)$/.test(name) && !name.includes('PUBLIC')
/** The share of each kind, so that about a quarter of all calls fails. */
const faultShare = 0.035
const firstLine = 400
const linesForRounds = 500

/** Sends recognisable values through every path, with faults on, and looks for them where they must not be. */
export async function scanForLeaks({ rounds, databaseUrl, seed }: LeakScanOptions): Promise<LeakScanReport> {
  const markers = new Markers()
  const apiKey = `canary-${noise(`key ${seed}`, 16).toString('hex')}`
  const sandboxPort = String(await freeSandboxPort())
  const proxy = await eavesdrop(`http://127.0.0.1:${sandboxPort}`, (heard) =>
    markers.add('secret', 'a credential', heard),
  )
  const schema = databaseUrl === undefined ? undefined : await createSchema(databaseUrl)
  try {
    const environment = await openEnvironment({
      settings: {
        SANDBOX_PORT: sandboxPort,
        API_KEYS: `sandbox:sandbox-key,canary:${apiKey}`,
        MONEY_FIRST_ENQUIRY_SECONDS: '2',
        LOG_LEVEL: 'debug',
        DATA_KEYS: `drill:${noise(`data key ${seed}`, 32).toString('base64')}`,
        ...addressesAt(proxy.origin, sandboxPort),
        ...(schema && { DATABASE_URL: schema.url }),
      },
    })
    try {
      for (const key of [apiKey, 'sandbox-key']) markers.add('secret', 'an API key', key)
      for (const [name, value] of Object.entries(environment.env))
        if (isSecret(name)) markers.add('secret', name, value)
      const address =
        schema === undefined ? { file: path.join(environment.folder, 'portal.db'), isBeside: true } : schema
      return await search(environment, { markers, apiKey, rounds, seed, address })
    } finally {
      await environment.close()
    }
  } finally {
    await proxy.close()
    await schema?.drop()
  }
}

/** The addresses of the BSS and the providers behind the recording proxy. */
function addressesAt(origin: string, sandboxPort: string): Record<string, string> {
  const settings = Object.entries(demoSettings({ SANDBOX_PORT: sandboxPort }))
  const heard = settings.filter(([name]) => name === 'BSS_URL' || providerAddresses.includes(name))
  return Object.fromEntries(heard.map(([name, url]) => [name, String(url).replace(/^https?:\/\/[^/]+/, origin)]))
}

interface Search {
  readonly markers: Markers
  readonly apiKey: string
  readonly rounds: number
  readonly seed: number
  readonly address: Parameters<typeof openDatabase>[0]
}

async function search(
  environment: TestEnvironment,
  { markers, apiKey, rounds, seed, address }: Search,
): Promise<LeakScanReport> {
  const { origin, sandboxOrigin } = environment
  const sandbox = new SandboxControl(sandboxOrigin)
  await sandbox.approvePrompts(50)
  const caller = new Caller(origin, apiKey)
  const database = openDatabase(address)
  try {
    for (let round = 0; round < rounds; round++) {
      if (round === 1) for (const fault of storm) await sandbox.fault({ ...fault, probability: faultShare })
      if (round === rounds - 1) {
        await sandbox.clearFaults()
        await refuseNewRows(database)
      }
      await travel({ caller, markers, origin, sandboxOrigin, round, seed })
    }
    const { adminOrigin, portal } = environment
    const metrics = await (await fetch(`${adminOrigin}/metrics`)).text()
    await portal.stop()
    const log = readFileSync(path.join(environment.folder, 'portal.log'), 'utf8')
    const artefacts: Artefact[] = [
      { place: 'log', name: 'the log', text: log },
      { place: 'metrics', name: 'the metrics', text: metrics },
      ...caller.errors,
      ...(await dump(database)),
      ...databaseFiles(environment.folder),
    ]
    const known = markers.all()
    const mutated = seedLeaks(artefacts, known)
    const blind = mutated.filter((artefact) => findLeaks([artefact], known).length === 0)
    return {
      violations: [
        ...findLeaks(artefacts, known),
        ...blind.map(({ name }) => ({ invariant: 'the search finds a seeded leak', id: name, what: 'not found' })),
      ],
      markers: known.length,
      answers: caller.answers,
      errors: caller.errors.length,
      logLines: log.split('\n').length,
      artefacts: artefacts.length,
    }
  } finally {
    await database.close()
  }
}

interface Round {
  readonly caller: Caller
  readonly markers: Markers
  readonly origin: string
  readonly sandboxOrigin: string
  readonly round: number
  readonly seed: number
}

/** Each journey has its own lines: codes and prompts to one number are limited. */
async function travel({ caller, markers, origin, sandboxOrigin, round, seed }: Round): Promise<void> {
  const all = journeys.map(async (journey, index) => {
    const line = (seed + 2 * (round * journeys.length + index)) % linesForRounds
    const [msisdn, wallet] = [`999000${firstLine + line}`, `999000${firstLine + ((line + 1) % linesForRounds)}`]
    const email = `canary.${noise(`e-mail ${seed} ${line}`, 6).toString('hex')}@leak.example`
    const pin = noise(`pin ${seed} ${line}`, 256).toString('base64')
    markers.add('personal', 'a number', msisdn)
    markers.add('personal', 'a wallet', wallet)
    markers.add('personal', 'an e-mail', email)
    markers.add('secret', 'an encrypted PIN', pin)
    // A fault may end the journey early; what was sent until then counts.
    await journey({ caller, markers, origin, sandboxOrigin, msisdn, wallet, email, pin })
  })
  await Promise.all(all)
}

/** Returns the same bytes for the same seed, and different ones for each seed. */
function noise(seed: string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(seed).digest()
}

/** Free pages may hold deleted rows. */
function databaseFiles(folder: string): readonly Artefact[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('portal.db'))
    .map((name) => ({ place: 'database file', name, text: readFileSync(path.join(folder, name), 'latin1') }))
}

export const leakScan: Drill = {
  name: 'leak-scan',
  promise: 'no secret, code or number reaches a log, an error, a metric or a column where it does not belong',
  async run({ seed, isFull, databaseUrl }) {
    const rounds = isFull ? 12 : 5
    const reports = [await scanForLeaks({ rounds, seed }), await scanForLeaks({ rounds, seed, databaseUrl })]
    const sum = (of: 'markers' | 'answers' | 'errors' | 'logLines' | 'artefacts') =>
      reports.reduce((total, report) => total + report[of], 0)
    const did = [
      `${sum('markers')} values searched`,
      `${sum('answers')} answers, ${sum('errors')} of them errors`,
      `${sum('logLines')} log lines`,
      `a leak planted in each of ${sum('artefacts')} places was found`,
    ].join(', ')
    return { did, violations: reports.flatMap(({ violations }) => describeViolations(violations)) }
  },
}

const tables = ['orders', 'attempts', 'messages', 'one_time_codes'] as const

/** PostgreSQL quotes the row that it refuses. */
const refusalsOf = {
  postgres: (table: string) => `alter table ${table} add constraint full_${table} check (false) not valid`,
  sqlite: (table: string) =>
    `create trigger full_${table} before insert on ${table} begin select raise(abort, 'full'); end`,
} as const satisfies Record<OpenDatabase['engine'], (table: string) => string>

/** Makes the database refuse new rows, so that unforeseen errors are logged. */
export async function refuseNewRows(database: OpenDatabase): Promise<void> {
  for (const table of tables) await runSql(database, refusalsOf[database.engine](table))
}
