import { expect, it } from 'vitest'
import { killUnderLoad } from './drill.ts'

/** Shorter than the BSS may take to index an order: work still in progress then must be due. */
const checkTimeoutMs = 15_000

it('loses nothing and repeats nothing when it is killed under load while providers inject faults', async () => {
  const { promises, report } = await killUnderLoad({
    kills: 8,
    seed: 20_261,
    channels: 6,
    hasFaults: true,
    checkTimeoutMs,
  })

  expect(report.violations.filter(({ isInProgress }) => !isInProgress)).toEqual([])
  expect(promises.initiated.size).toBeGreaterThan(20)
  expect(report.deliveries).toBeGreaterThan(10)
}, 120_000)
