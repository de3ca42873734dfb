import { expect, it } from 'vitest'
import { awaitDatabase } from './await-database.ts'
import { openDatabase } from './open.ts'
import { refuseToSkip } from './test-engines.ts'

const url: string | undefined = import.meta.env.TEST_DATABASE_URL
if (!url) refuseToSkip()

const nowhere = { url: 'postgres://portal:a-password@127.0.0.1:1/portal' }

it('waits a minute for a server that is not available, reports it once, and then fails with a clear message', async () => {
  const database = openDatabase(nowhere)
  const lines: string[] = []
  let ms = 0
  const pause = async (pauseMs: number) => {
    ms += pauseMs
  }
  const waiting = awaitDatabase(database, { log: { warn: (line) => lines.push(line) }, now: () => ms, pause })
  await expect(waiting).rejects.toThrow(
    'PostgreSQL cannot be reached (ECONNREFUSED), for 60 seconds: see docs/runbook/database-away.md',
  )
  expect(lines).toEqual(['PostgreSQL cannot be reached (ECONNREFUSED): waiting up to 60 seconds for it'])
  expect(ms).toBe(60_000)
  await database.close()
})

it('does not wait for a server that refuses the settings', async () => {
  const address = new URL(url)
  address.pathname = '/no-such-database'
  const database = openDatabase({ url: address.href })
  const waiting = awaitDatabase(database, { log: { warn: () => {} }, pause: () => Promise.reject(new Error('waited')) })
  await expect(waiting).rejects.toThrow('PostgreSQL has no database of this name: look at DATABASE_URL')
  await database.close()
})

it('continues immediately when the server answers', async () => {
  const database = openDatabase({ url })
  await awaitDatabase(database, { log: { warn: () => {} } })
  await database.close()
})
