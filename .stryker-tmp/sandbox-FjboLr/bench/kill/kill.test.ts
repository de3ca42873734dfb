// @ts-nocheck
import { expect, it } from 'vitest'
import { runDrill } from './drill.ts'

/** Not the time that a BSS is given to find what it was sent: what is then still under way must be due. */
const settlePatienceMs = 15_000

it('loses nothing and does nothing twice when it is killed under load while providers misbehave', async () => {
  const { promises, report } = await runDrill({
    kills: 8,
    seed: 20_261,
    channels: 6,
    hasFaults: true,
    settlePatienceMs,
  })

  expect(report.violations.filter(({ isUnderWay }) => !isUnderWay)).toEqual([])
  expect(promises.initiated.size).toBeGreaterThan(20)
  expect(report.deliveries).toBeGreaterThan(10)
}, 120_000)
