import path from 'node:path'
import { minute } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { openLimits } from '../db/rate-limits/test-limits.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { readMarket } from '../settings/market.ts'
import { LineLookups } from './line-lookups.ts'
import { Lines } from './lines.ts'

const { numbers } = readMarket(path.join(import.meta.dirname, '../../../../apps/portal/markets/mw.json'))
const msisdn = '991234567'
const unknown = '991999999'
const clientIp = '203.0.113.7'

describeOnEachEngine('a line that a visitor enters', (open) => {
  async function setUp() {
    const database = await open()
    const clock = { now: Date.UTC(2026, 10, 20, 12) }
    const now = () => clock.now
    const limits = openLimits(database, now)
    const lineOf = async (requested: string) =>
      requested === unknown
        ? ({ found: false } as const)
        : ({ found: true, lineType: 'PREPAID', isBroadband: false } as const)
    const lines = new Lines({ source: { lineOf }, rules: numbers, now })
    const [looks, orders] = [limits('line_check'), limits('line_check', 'order')]
    const lookups = new LineLookups({ lines, looks, orders, now })
    const lookOften = async (times: number) => {
      const checks = Array.from({ length: times }, () => lookups.forLooks({ clientIp }).check(msisdn))
      return (await Promise.all(checks)).map(({ outcome }) => outcome)
    }
    return { lookups, lookOften, clock }
  }

  it("is looked up at a human's pace, with a challenge for faster addresses", async () => {
    const { lookups, lookOften, clock } = await setUp()
    const outcomes = await lookOften(1_500)
    expect(outcomes.filter((outcome) => outcome === 'line')).toHaveLength(60)
    expect(await lookups.forOrders({ clientIp }).check(msisdn)).toMatchObject({
      outcome: 'challenge',
      challenge: { proofOfWork: { level: 4 } },
    })
    expect(await lookups.forOrders({ clientIp, solution: 'worked' }).check(msisdn)).toMatchObject({ outcome: 'line' })
    expect(await lookups.forOrders({ clientIp, token: 'waited' }).check(msisdn)).toMatchObject({ outcome: 'line' })
    expect(await lookups.forOrders({ clientIp: '203.0.113.8' }).check(msisdn)).toMatchObject({ outcome: 'line' })
    clock.now += 2 * minute
    expect(await lookups.forOrders({ clientIp }).check(msisdn)).toMatchObject({ outcome: 'line' })
  })

  it('is looked up with an easy challenge for every visitor once many addresses guess numbers', async () => {
    const { lookups } = await setUp()
    for (let guess = 0; guess < 2_000; guess += 1)
      await lookups.forLooks({ clientIp: `10.0.${guess >> 8}.${guess & 255}` }).check(unknown)
    expect(await lookups.forLooks({ clientIp }).check(msisdn)).toMatchObject({
      challenge: { proofOfWork: { level: 1 } },
    })
  })

  it('is admitted with a form once for each challenge, and a few more times', async () => {
    const { lookups, lookOften, clock } = await setUp()
    await lookOften(100)
    const check = async (shown: object = {}) => (await lookups.forForms({ clientIp, ...shown }).check(msisdn)).outcome
    expect(await check()).toBe('challenge')
    expect(await check({ solution: 'worked' })).toBe('line')
    expect([await check(), await check(), await check(), await check()]).toEqual(['line', 'line', 'line', 'challenge'])
    expect(await check({ solution: 'worked' })).toBe('line')
    expect((await lookups.forForms({ clientIp }).check('991234568')).outcome).toBe('challenge')
    clock.now += 10 * minute
    await lookOften(100)
    expect(await check()).toBe('challenge')
  })

  it('is not counted when the input is not a number', async () => {
    const { lookups, lookOften } = await setUp()
    await lookOften(100)
    expect(await lookups.forLooks({ clientIp }).check('99123')).toMatchObject({ outcome: 'too_short' })
  })
})
