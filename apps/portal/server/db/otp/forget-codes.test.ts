import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { forgetCodes } from './forget-codes.ts'
import { openCodes, request } from './test-codes.ts'

const hour = 3_600_000

describeOnEachEngine('what is a day old', (open) => {
  it('leaves no trace of a code, of its number or of its message, and what is younger stays', async () => {
    const database = await open()
    const { clock, sentId, db, delivered } = openCodes(database)
    const tables = ['one_time_codes', 'code_budgets', 'messages'] as const
    const traces = async () =>
      JSON.stringify(await Promise.all(tables.map((each) => db.selectFrom(each).selectAll().execute())))

    await sentId()
    await delivered()
    clock.now += 23 * hour
    await sentId({ msisdn: '991234568' })
    await forgetCodes(db, clock.now)
    expect(await traces()).toContain(request.msisdn)

    clock.now += 2 * hour
    await forgetCodes(db, clock.now)
    expect(await traces()).not.toContain(request.msisdn)
    expect(await traces()).toContain('991234568')
  })
})
