import { minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { createNodeReport, readLastBackup, readNodeReports, recordBackup, writeNodeReport } from './node-reports.ts'
import { describeOnEachEngine } from './test-database.ts'

const at = Date.parse('2026-11-20T10:00:00Z')

it('a process reports the same events as its metrics, and passes them on', async () => {
  const own = createMetrics()
  const { metrics, report } = createNodeReport(own)
  metrics.startProviderSeries('dpo')
  metrics.setCircuit('dpo', true)
  metrics.setCircuit('mpesa', true)
  metrics.setCircuit('mpesa', false)
  metrics.setFaultyFiles('help', ['en/help/a.md'])
  metrics.setFaultyFiles('texts', ['en/loader-translation.json'])
  metrics.setFaultyFiles('texts', [])
  expect(report()).toEqual({ openCircuits: ['dpo'], faultyFiles: ['en/help/a.md'] })
  expect(await own.registry.metrics()).toContain('portal_provider_circuit_open{provider="dpo"} 1')
})

describeOnEachEngine('the reports of processes', (openDatabase) => {
  it('are the latest of each process that still runs', async () => {
    const { db } = await openDatabase()
    const write = (processId: number, openCircuits: readonly string[], time: number) =>
      writeNodeReport({ db, processId, report: () => ({ openCircuits, faultyFiles: [] }), now: () => time })
    await write(1, ['dpo'], at - 3 * minute)
    await write(2, ['dpo'], at - minute)
    await write(2, ['dpo', 'mpesa'], at)
    await write(3, [], at)
    expect(await readNodeReports(db, at)).toEqual([
      { openCircuits: ['dpo', 'mpesa'], faultyFiles: [], at },
      { openCircuits: [], faultyFiles: [], at },
    ])
  })

  it('name the last backup once one was reported', async () => {
    const { db } = await openDatabase()
    expect(await readLastBackup(db)).toBeUndefined()
    await recordBackup(db, at)
    await recordBackup(db, at)
    await recordBackup(db, at - minute)
    expect(await readLastBackup(db)).toBe(at)
  })
})
