import { existsSync } from 'node:fs'
import path from 'node:path'
import type * as Build from './index.ts'

// Files that the process writes are for its own user.
process.umask(0o077)

const home = path.join(import.meta.dirname, '..')
const built = path.join(home, 'build', 'server', 'index.js')

async function run(): Promise<void> {
  if (!existsSync(built)) throw new Error(`The console is not built: npm run build makes ${built}`)
  const { start }: typeof Build = await import(built)
  const running = await start(process.env, home)
  let isStopping = false
  // A terminal has no balancer to wait for, and a second signal does not wait for the first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      running.stop({ isAtOnce: signal === 'SIGINT' }).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
