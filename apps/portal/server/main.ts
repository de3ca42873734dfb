import path from 'node:path'
import type * as Build from './index.ts'

const home = path.join(import.meta.dirname, '..')
const { start }: typeof Build = await import(path.join(home, 'build', 'server', 'index.js'))

try {
  const portal = await start(process.env, home)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      portal.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
