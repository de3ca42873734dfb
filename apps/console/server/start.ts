import path from 'node:path'
import { readConsoleConfig } from '@nyanja/back-office/settings/console-config'
import { awaitDatabase } from '@nyanja/database/await-database'
import { checkDataKeys } from '@nyanja/database/data-key-check'
import { nameOf } from '@nyanja/database/open'
import { openClock } from '@nyanja/database/process-clock'
import { createLog } from '@nyanja/server/common/log'
import { assertIsOfRelease } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { readBrowserFiles } from '@nyanja/web/http/browser-files'
import { createConnections, Drain } from '@nyanja/web/http/connections'
import type { RequestHandler } from 'react-router'
import { createApp } from './app.ts'
import { createConsole } from './console.ts'

interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** This folder contains `build/`, and is beside the portal's folder with the `markets/`. */
  readonly home: string
  readonly handle: RequestHandler
}

export interface StartedConsole {
  /** The server keeps serving while balancers notice, unless `isAtOnce`. */
  stop(how?: { readonly isAtOnce?: boolean }): Promise<void>
}

/** Starts the console beside a portal, whose database it shares and never migrates. */
export async function startConsole({ env, home, handle }: StartOptions): Promise<StartedConsole> {
  const config = readConsoleConfig({ env, home: path.join(home, '..', 'portal') })
  const log = createLog(config.logLevel)
  for (const notice of config.notices) log.warn(notice)
  const database = openDatabase(config.database)
  await awaitDatabase(database, { log })
  await assertIsOfRelease(database, nameOf(config.database))
  await checkDataKeys(database, config.database.keys)
  const clock = await openClock(database, (warning) => log.warn(warning))
  const drain = new Drain()
  const connections = createConnections()
  const app = await createApp({
    console: createConsole({ config, database, now: clock.now, log }),
    log,
    origin: config.http.origin,
    clientFolder: path.join(home, 'build', 'client'),
    browserFiles: readBrowserFiles(path.join(home, 'build')),
    handle,
    connections,
    drain,
  })
  await app.listen({ host: config.http.host, port: config.http.port })
  log.info({ origin: config.http.origin, engine: database.engine, market: config.market.code }, 'ready')

  return {
    async stop({ isAtOnce = false } = {}) {
      log.info('stopping')
      await drain.close(app, connections, { drainMs: isAtOnce ? 0 : config.drainMs })
      clock.close()
      await database.close()
      log.info('stopped')
      log.flush()
    },
  }
}
