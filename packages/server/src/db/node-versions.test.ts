import { holdProcessLock } from '@nyanja/database/process-lock'
import { createDatabaseForTest } from '@nyanja/database/test-engines'
import { expect, it, onTestFinished } from 'vitest'
import { readLogArchive } from './log-archive.ts'
import { createNodeComparison, listNodes } from './node-versions.ts'
import { openDatabase } from './open.ts'

async function openNode(url: string, content: { version: string }) {
  const database = openDatabase({ url })
  onTestFinished(() => database.close())
  const processLock = await holdProcessLock(url, database.processId)
  onTestFinished(() => processLock.end())
  const lines: unknown[] = []
  const counts: Record<string, number> = {}
  const note = (fields: object, message: string) => lines.push([message, fields])
  const compare = createNodeComparison({
    db: database.db,
    processLock,
    versions: () => ({ release: '1.0.0', content: content.version }),
    clockOffsetMs: () => -2_340,
    count: (difference, nodes) => {
      counts[difference] = nodes
    },
    log: { warn: note, info: note },
  })
  return { database, compare, counts, lines }
}

it('counts nodes with other content, and logs both versions once the difference lasts', async () => {
  const fresh = await createDatabaseForTest()
  onTestFinished(() => fresh.drop())
  const url = 'url' in fresh.address ? fresh.address.url : ''
  const [texts, otherTexts] = [{ version: 'monday' }, { version: 'monday' }]
  const [one, other] = [await openNode(url, texts), await openNode(url, otherTexts)]
  await one.compare()
  await other.compare()
  expect(other.counts).toEqual({ release: 0, content: 0 })
  expect((await listNodes(one.database.db)).map(({ clockOffsetMs }) => clockOffsetMs)).toEqual([-2_300, -2_300])

  otherTexts.version = 'tuesday'
  await other.compare()
  await one.compare()
  expect([one.counts.content, other.counts.content]).toEqual([1, 1])
  // A new folder reaches one node before the other.
  expect([...one.lines, ...other.lines]).toEqual([])
  await one.compare()
  await one.compare()
  expect(one.lines).toEqual([
    ['other processes have another content', { own: expect.any(String), others: expect.any(String) }],
  ])

  texts.version = 'tuesday'
  await one.compare()
  expect(one.counts).toEqual({ release: 0, content: 0 })
  expect(one.lines.at(-1)).toEqual(['all processes have the same content again', { content: expect.any(String) }])
})

it('reads when the log of the database was archived last, if ever', async () => {
  const fresh = await createDatabaseForTest()
  onTestFinished(() => fresh.drop())
  const database = openDatabase(fresh.address)
  onTestFinished(() => database.close())
  expect(await readLogArchive(database.db)).toEqual({ lastArchivedAt: undefined, isFailing: false })
})
