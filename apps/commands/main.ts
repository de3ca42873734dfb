import { existsSync } from 'node:fs'
import path from 'node:path'
import type * as Build from './src/index.ts'

// Files that the process writes are for its own user.
process.umask(0o077)

const home = path.join(import.meta.dirname, '../portal')
const built = path.join(home, 'build', 'server', 'index.js')
if (!existsSync(built)) {
  process.stderr.write(`The portal is not built: npm run build makes ${built}\n`)
  process.exit(1)
}
const { start, migrate, operate, staffNouns, checkBss, checkProviders }: typeof Build = await import(built)

async function run(): Promise<void> {
  const portal = await start(process.env, home)
  let isStopping = false
  // A terminal has no balancer to wait for, and a second signal does not wait for the first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      portal.stop({ isAtOnce: signal === 'SIGINT' }).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}

async function bringUpToDate(): Promise<void> {
  const applied = await migrate(process.env, home)
  process.stdout.write(applied.length === 0 ? 'Nothing to migrate\n' : `Migrated ${applied.join(', ')}\n`)
}

const terminal = {
  env: process.env,
  home,
  print: (text: string) => void process.stdout.write(text),
  complain: (text: string) => void process.stderr.write(text),
}

// npm keeps the `--` of `npm run staff -- payments list` to itself, and a shell does not.
const [command = 'run', ...typed] = process.argv.slice(2).filter((word) => word !== '--')

async function doCommand(): Promise<void> {
  process.exitCode = await operate({ ...terminal, typed: [command, ...typed] })
}

async function askProviders(): Promise<void> {
  process.exitCode = await checkProviders({ ...terminal, typed })
}

async function askBss(): Promise<void> {
  process.exitCode = await checkBss({ ...terminal, typed })
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(staffNouns.map((noun) => [noun, doCommand])),
  run,
  migrate: bringUpToDate,
  'providers:check': askProviders,
  'bss:check': askBss,
}

try {
  const known: typeof commands = { ...commands, '--help': doCommand }
  const chosen = Object.hasOwn(known, command) ? known[command] : undefined
  if (chosen === undefined) throw new Error(`Unknown command ${command}: use ${Object.keys(commands).join(' or ')}`)
  await chosen()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
