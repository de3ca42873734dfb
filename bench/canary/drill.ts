import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../apps/portal/server/db/open.ts'
import { providerAddresses } from '../../apps/portal/server/provider-config.ts'
import { demoSettings } from '../../scripts/demo/settings.mjs'
import type { Violation } from '../audit/invariants.ts'
import { storm } from '../channels/storm.ts'
import { createSchema } from '../stage/database.ts'
import { freePorts } from '../stage/free-ports.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage, type Stage } from '../stage/stage.ts'
import { type Artefact, findLeaks, plantLeaks } from './artefacts.ts'
import { Caller } from './caller.ts'
import { Canaries } from './canaries.ts'
import { dump } from './dump.ts'
import { eavesdrop } from './eavesdropper.ts'
import { journeys } from './journeys.ts'
import { sabotage } from './sabotage.ts'

export interface CanaryOptions {
  readonly rounds: number
  /** A PostgreSQL server in place of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly seed: number
}

export interface CanaryReport {
  readonly violations: readonly Violation[]
  readonly canaries: number
  readonly answers: number
  readonly errors: number
  readonly logLines: number
  readonly artefacts: number
}

/** Settings whose values nobody may read; a public key is none. */
const isSecret = (name: string) => /(SECRET|TOKEN|KEY|KEYS)$/.test(name) && !name.includes('PUBLIC')
/** Of each kind, so that about a quarter of all calls is struck. */
const faultShare = 0.035
const firstLine = 400
const linesForRounds = 500

/** Sends values that can be recognised through every path, with faults on, and looks for them where they must not be. */
export async function releaseCanaries({ rounds, databaseUrl, seed }: CanaryOptions): Promise<CanaryReport> {
  const canaries = new Canaries()
  const apiKey = `canary-${noise(`key ${seed}`, 16).toString('hex')}`
  const [sandboxPort] = await freePorts(1)
  const proxy = await eavesdrop(`http://127.0.0.1:${sandboxPort}`, (heard) =>
    canaries.add('secret', 'a credential', heard),
  )
  const schema = databaseUrl === undefined ? undefined : await createSchema(databaseUrl)
  try {
    const stage = await openStage({
      settings: {
        SANDBOX_PORT: String(sandboxPort),
        API_KEYS: `sandbox:sandbox-key,canary:${apiKey}`,
        MONEY_FIRST_ENQUIRY_SECONDS: '2',
        LOG_LEVEL: 'debug',
        ...addressesAt(proxy.origin, String(sandboxPort)),
        ...(schema && { DATABASE_URL: schema.url }),
      },
    })
    try {
      for (const key of [apiKey, 'sandbox-key']) canaries.add('secret', 'an API key', key)
      for (const [name, value] of Object.entries(stage.env)) if (isSecret(name)) canaries.add('secret', name, value)
      const address = schema === undefined ? { file: path.join(stage.folder, 'portal.db'), isBeside: true } : schema
      return await search(stage, { canaries, apiKey, rounds, seed, address })
    } finally {
      await stage.close()
    }
  } finally {
    await proxy.close()
    await schema?.drop()
  }
}

/** Where the portal finds the BSS and the providers when it is overheard. */
function addressesAt(origin: string, sandboxPort: string): Record<string, string> {
  const settings = Object.entries(demoSettings({ SANDBOX_PORT: sandboxPort }))
  const heard = settings.filter(([name]) => name === 'BSS_URL' || providerAddresses.includes(name))
  return Object.fromEntries(heard.map(([name, url]) => [name, String(url).replace(/^https?:\/\/[^/]+/, origin)]))
}

interface Search {
  readonly canaries: Canaries
  readonly apiKey: string
  readonly rounds: number
  readonly seed: number
  readonly address: Parameters<typeof openDatabase>[0]
}

async function search(stage: Stage, { canaries, apiKey, rounds, seed, address }: Search): Promise<CanaryReport> {
  const { origin, sandboxOrigin } = stage
  const sandbox = new SandboxDoor(sandboxOrigin)
  await sandbox.approvePrompts(50)
  const caller = new Caller(origin, apiKey)
  const database = openDatabase(address)
  try {
    for (let round = 0; round < rounds; round++) {
      if (round === 1) for (const fault of storm) await sandbox.fault({ ...fault, probability: faultShare })
      if (round === rounds - 1) {
        await sandbox.clearFaults()
        await sabotage(database)
      }
      await travel({ caller, canaries, origin, sandboxOrigin, round, seed })
    }
    const { adminOrigin, portal } = stage
    const metrics = await (await fetch(`${adminOrigin}/metrics`)).text()
    await portal.stop()
    const log = readFileSync(path.join(stage.folder, 'portal.log'), 'utf8')
    const artefacts: Artefact[] = [
      { place: 'log', name: 'the log', text: log },
      { place: 'metrics', name: 'the metrics', text: metrics },
      ...caller.errors,
      ...(await dump(database)),
      ...databaseFiles(stage.folder),
    ]
    const known = canaries.all()
    const planted = plantLeaks(artefacts, known)
    const blind = planted.filter((artefact) => findLeaks([artefact], known).length === 0)
    return {
      violations: [
        ...findLeaks(artefacts, known),
        ...blind.map(({ name }) => ({ invariant: 'the search finds a planted leak', id: name, what: 'it does not' })),
      ],
      canaries: known.length,
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
  readonly canaries: Canaries
  readonly origin: string
  readonly sandboxOrigin: string
  readonly round: number
  readonly seed: number
}

/** Each journey with lines of its own: codes and prompts to one number are limited. */
async function travel({ caller, canaries, origin, sandboxOrigin, round, seed }: Round): Promise<void> {
  const all = journeys.map(async (journey, index) => {
    const line = (seed + 2 * (round * journeys.length + index)) % linesForRounds
    const [msisdn, wallet] = [`999000${firstLine + line}`, `999000${firstLine + ((line + 1) % linesForRounds)}`]
    const email = `canary.${noise(`e-mail ${seed} ${line}`, 6).toString('hex')}@leak.example`
    const pin = noise(`pin ${seed} ${line}`, 256).toString('base64')
    canaries.add('personal', 'a number', msisdn)
    canaries.add('personal', 'a wallet', wallet)
    canaries.add('personal', 'an e-mail', email)
    canaries.add('secret', 'an encrypted PIN', pin)
    // Behind a fault the way may end early; what was said until then counts.
    await journey({ caller, canaries, origin, sandboxOrigin, msisdn, wallet, email, pin })
  })
  await Promise.all(all)
}

/** The same bytes for the same seed, like no others. */
function noise(seed: string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(seed).digest()
}

/** Free pages may hold what no row holds any more. */
function databaseFiles(folder: string): readonly Artefact[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('portal.db'))
    .map((name) => ({ place: 'database file', name, text: readFileSync(path.join(folder, name), 'latin1') }))
}
