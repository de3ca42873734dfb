import { otpLimits, otpWindows } from '@nyanja/domain/otp'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { minute } from '@nyanja/domain/time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migrateTables } from '../db/migrations/all.ts'
import { openDatabase } from '../db/open.ts'
import { openCodes, otherThan, place, request, worked } from '../db/otp/test-codes.ts'
import type { OpenDatabase } from '../db/schema.ts'

const msisdns = ['991234561', '991234562'] as const
const subjects = ['order-1', 'order-2'] as const
const anywhere = { channel: place.channel, purposes: place.purposes }

interface Issued {
  readonly refId: string
  readonly msisdn: string
  guesses: number
  successes: number
  sentAts: number[]
}

type World = ReturnType<typeof openCodes> & { readonly issued: Issued[] }
type Step = (world: World) => Promise<unknown>

async function issue({ codes, clock, issued, delivered }: World, msisdn: string, subject: string): Promise<void> {
  const before = (await delivered()).length
  const result = await codes.send({ ...request, msisdn, subject, solution: 'worked' })
  const isFresh = (await delivered()).length > before
  if (isFresh && result.outcome === 'sent')
    issued.push({ refId: result.refId, msisdn, guesses: 0, successes: 0, sentAts: [clock.now] })
}

async function repeatSend({ codes, clock, delivered }: World, code: Issued): Promise<void> {
  const before = (await delivered()).length
  await codes.resend(code.refId, anywhere, { solution: 'worked' })
  if ((await delivered()).length > before) code.sentAts.push(clock.now)
}

async function typeBack({ codes, codeOn, clock }: World, code: Issued, isRight: boolean): Promise<void> {
  const shown = await codeOn(code.msisdn)
  const { outcome } = await codes.verify(code.refId, isRight ? shown : otherThan(shown), anywhere)
  if (!isRight && outcome !== 'expired') code.guesses += 1
  if (outcome !== 'verified') return
  code.successes += 1
  expect(code.guesses).toBeLessThan(otpLimits.tries)
  expect(clock.now - (code.sentAts.at(-1) ?? 0)).toBeLessThan(otpLimits.codeLifeMs)
}

const last =
  (act: (world: World, code: Issued) => Promise<void>, back: number): Step =>
  async (world) => {
    const code = world.issued.at(-1 - back)
    if (code !== undefined) await act(world, code)
  }

/** Most steps choose the latest code, so that one code has a long history. */
const back = fc.constantFrom(0, 0, 0, 1, 2)

/** Some callers never enter a correct code. */
const stepsOf = (answers: number): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...msisdns), fc.constantFrom(...subjects)).map(
        ([msisdn, subject]): Step =>
          (world) =>
            issue(world, msisdn, subject),
      ),
    },
    { weight: 3, arbitrary: back.map((many) => last(repeatSend, many)) },
    { weight: 5, arbitrary: back.map((many) => last((world, code) => typeBack(world, code, false), many)) },
    { weight: answers, arbitrary: back.map((many) => last((world, code) => typeBack(world, code, true), many)) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(1000, minute, 2 * minute, 5 * minute, 30 * minute).map(
        (ms): Step =>
          async ({ clock }) => {
            clock.now += ms
          },
      ),
    },
  )

function audit(issued: readonly Issued[]): void {
  for (const { successes } of issued) expect(successes).toBeLessThanOrEqual(1)
  for (const msisdn of msisdns) {
    const ofNumber = issued.filter((each) => each.msisdn === msisdn)
    const sentAts = ofNumber.flatMap((each) => each.sentAts).sort((left, right) => left - right)
    sentAts.slice(1).forEach((at, index) => {
      expect(at - (sentAts[index] ?? 0)).toBeGreaterThanOrEqual(otpLimits.betweenSendsMs)
    })
    const unanswered = ofNumber.filter(({ successes }) => successes === 0).flatMap((each) => each.sentAts)
    for (const from of unanswered) {
      const ofDay = unanswered.filter((at) => at >= from && at < from + otpWindows.dayMs)
      expect(ofDay.length).toBeLessThanOrEqual(ratePolicies.code_message.targetDay.hardLimit)
    }
  }
}

async function run(database: OpenDatabase, steps: readonly Step[]): Promise<void> {
  await migrateTables(database)
  const world = {
    ...openCodes(database, { challenges: worked }),
    issued: [],
  }
  for (const happen of steps) await happen(world)
  audit(world.issued)
}

const events = fc
  .constantFrom(0, 2)
  .chain((answers) => fc.array(stepsOf(answers), { minLength: 100, maxLength: 160, size: 'max' }))

describe("any sequence of callers' actions", () => {
  it('respects tries, pauses, daily limits and single use', async () => {
    await fc.assert(
      fc.asyncProperty(events, async (steps) => {
        const database = openDatabase({ file: ':memory:' })
        await run(database, steps).finally(() => database.close())
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })
})
