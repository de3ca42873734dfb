import { expect, it } from 'vitest'
import { openLockSession } from './process-lock.ts'
import { refuseToSkip } from './test-database.ts'

const url: string | undefined = import.meta.env.TEST_DATABASE_URL
if (!url) refuseToSkip()

it('lets the server end the session of a dead machine within half a minute', async () => {
  const session = await openLockSession(url, 4_711)
  const settings = await session.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name like 'tcp!_%' escape '!'",
  )
  await session.end()
  const values = Object.fromEntries(settings.rows.map(({ name, setting }) => [name, Number(setting)]))
  const {
    tcp_keepalives_idle: idle = 0,
    tcp_keepalives_interval: interval = 0,
    tcp_keepalives_count: count = 0,
  } = values
  expect(idle).toBeGreaterThan(0)
  expect(idle + interval * count).toBeLessThanOrEqual(30)
  expect(values.tcp_user_timeout).toBeGreaterThan(0)
  expect(values.tcp_user_timeout).toBeLessThanOrEqual(30_000)
})
