import { describeOnEachEngine } from '@nyanja/back-office/db/test-database'
import { workQueues } from '@nyanja/domain/staff/work-queues'
import { hour, minute } from '@nyanja/domain/time'
import { newId } from '@nyanja/server/common/ids'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestConsole, type TestConsole } from '../../server/testing/test-console.ts'

describeOnEachEngine('the work queues', (openDatabase) => {
  let test: TestConsole
  let thoko: string
  let dalitso: string
  beforeEach(async () => {
    test = await createTestConsole({ database: await openDatabase() })
    thoko = await test.signIn(test.staffOf('care_lead', 'Thoko'))
    dalitso = await test.signIn(test.staffOf('care_lead', 'Dalitso'))
  })
  afterEach(() => test.close())

  /** Adds one item to each queue, and returns its subject and the page that its row links to. */
  const filled: Readonly<Record<(typeof workQueues)[number], () => Promise<readonly [subject: string, href: string]>>> =
    {
      async reviews() {
        const reference = await test.paid()
        const { id } = await attemptOf(reference)
        const row = { attempt_id: id, reason: 'lost_by_the_bss', created_at: test.clock.now }
        await test.database.db.insertInto('reviews').values(row).execute()
        return [reference, `/payments/${reference}`]
      },
      async corrections() {
        const reference = await test.paid()
        const { id } = await attemptOf(reference)
        const row = { attempt_id: id, wanted_msisdn: '999000009', state: 'asked', asked_at: test.clock.now } as const
        await test.database.db.insertInto('corrections').values(row).execute()
        return [reference, `/payments/${reference}`]
      },
      async undelivered() {
        const { payments } = test
        payments.deliveryProvider.prepare = async () => async () => ({ outcome: 'not_sent', reason: 'busy' })
        const reference = await test.paid()
        test.clock.now += 6 * minute
        return [reference, `/payments/${reference}`]
      },
      async requests() {
        const subject = await test.paid()
        const by = { who: 'Alinafe', why: '', staff: { id: 'st-9', role: 'care_agent', reason: 'complaint' } }
        const id = newId()
        await test.console.stores.staffRequests.add({ id, act: 'refund', subject, reason: 'complaint' }, by)
        return [id, `/payments/${subject}`]
      },
      async messages() {
        const reference = await test.written()
        return [reference, `/messages/${reference}`]
      },
      async leads() {
        const reference = await test.refusedLead()
        return [reference, `/leads/${reference}`]
      },
      async coverage() {
        await test.complained()
        return [complaint, `/coverage/${complaint}`]
      },
    }

  const complaint = '-1396.3379.4g.no_signal'

  const attemptOf = (reference: string) =>
    test.database.db.selectFrom('attempts').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()

  const take = (queue: string, subject: string, cookie: string) =>
    test.post(`/queues/${queue}?owner=free`, { work: 'take', subject }, cookie)

  describe.each(workQueues)('the queue of %s', (queue) => {
    it('shows what waits, taken by one person, given back and taken by another', async () => {
      const [subject, href] = await filled[queue]()
      const address = `/queues/${queue}`
      const { body } = await test.get(address, thoko)
      expect(body).toContain(`href="${href}"`)
      expect(body).not.toMatch(/999 ?000|@mail/)

      const taken = await take(queue, subject, thoko)
      expect([taken.statusCode, taken.headers.location]).toEqual([303, `${address}?owner=free`])
      expect((await test.get(`${address}?owner=own`, thoko)).body).toContain(href)
      expect((await test.get(`${address}?owner=free`, thoko)).body).not.toContain(href)
      const overtaken = await take(queue, subject, dalitso)
      expect(overtaken.statusCode).toBe(409)
      expect(overtaken.body).toContain('A colleague took it just before you')
      expect((await test.get(address, dalitso)).body).toContain('Thoko')

      // Only the owner releases an item.
      await test.post(address, { work: 'release', subject }, dalitso)
      expect((await take(queue, subject, dalitso)).statusCode).toBe(409)
      await test.post(address, { work: 'release', subject }, thoko)
      expect((await take(queue, subject, dalitso)).statusCode).toBe(303)
    })
  })

  describe('a queue', () => {
    it('is counted in the overview with the age of its oldest', async () => {
      await filled.messages()
      test.clock.now += 3 * hour
      await filled.messages()
      const { body } = await test.get('/queues', await test.signIn('finance'))
      expect(body).toMatch(/Messages<\/a><\/th><td class="sum">2<\/td><td>.*?3 h/)
    })

    it('has no place for what does not wait, and no other name', async () => {
      expect((await take('messages', 'MSG-0000-0000', thoko)).statusCode).toBe(404)
      expect((await test.get('/queues/secrets', thoko)).statusCode).toBe(404)
      expect((await test.post('/queues/messages', { work: 'eat' }, thoko)).statusCode).toBe(400)
    })

    it('is filtered by why it waits, in the address', async () => {
      const [subject] = await filled.reviews()
      const other = await test.paid()
      const row = {
        attempt_id: (await attemptOf(other)).id,
        reason: 'undelivered_for_a_day',
        created_at: test.clock.now,
      }
      await test.database.db.insertInto('reviews').values(row).execute()
      const { body } = await test.get('/queues/reviews?kind=lost_by_the_bss', thoko)
      expect(body).toContain(`/payments/${subject}`)
      expect(body).not.toContain(`/payments/${other}`)
    })
  })

  describe('a message', () => {
    it('shows its number and address in the answer to a recorded act alone, and is closed once', async () => {
      const reference = await test.written()
      const address = `/messages/${reference}`
      const { body } = await test.get(address, thoko)
      expect(body).toContain('Hello')
      expect(body).not.toMatch(/999 ?000|@mail/)
      const shown = await test.post(address, { act: 'reveal', subject: reference, reason: 'customer_asked' }, thoko)
      expect(shown.body).toContain('+265 999 000 002')
      const finish = { act: 'finish_message', subject: reference, reason: 'solved', note: 'called back' }
      expect((await test.post(address, finish, thoko)).headers.location).toBe(`${address}?done=finish_message`)
      const late = await test.post(address, finish, dalitso)
      expect(late.statusCode).toBe(409)
      expect(late.body).toContain('called back')
      expect((await test.get('/queues/messages', thoko)).body).not.toContain(reference)
    })
  })

  describe('a lead', () => {
    it('is submitted again, or closed by one of two colleagues, and keeps what the other typed', async () => {
      const reference = await test.refusedLead()
      const address = `/leads/${reference}`
      const { body } = await test.get(address, thoko)
      expect(body).toContain('no such product')
      expect(body).not.toMatch(/999 ?000|chisomo@/)
      const shown = await test.post(address, { act: 'reveal', subject: reference, reason: 'customer_asked' }, thoko)
      expect(shown.body).toContain('chisomo@mail.example')
      const act = (name: string, cookie: string, note = '') =>
        test.post(address, { act: name, subject: reference, reason: 'customer_asked', note }, cookie)
      expect((await act('retry_lead', thoko)).statusCode).toBe(303)
      const late = await act('retry_lead', dalitso, 'asked twice')
      expect(late.statusCode).toBe(409)
      expect(late.body).toContain('asked twice')
      expect((await act('close_lead', thoko)).statusCode).toBe(303)
    })
  })

  it('an act that lacks something is shown with the form open and what was typed', async () => {
    const reference = await test.written()
    const fields = { act: 'finish_message', subject: reference, reason: 'paid_twice', note: 'a long note' }
    const { statusCode, body } = await test.post(`/messages/${reference}`, fields, thoko)
    expect(statusCode).toBe(422)
    expect(body).toMatch(/<details class="act" name="act" open="">.*Close the message.*a long note<\/textarea>/)
  })

  describe('coverage reports', () => {
    const close = (seen: number, cookie = thoko) =>
      test.post(
        `/coverage/${complaint}`,
        { act: 'close_coverage', subject: complaint, reason: 'solved', seen: String(seen) },
        cookie,
      )

    it('of one place, network and problem are one row, which opens with what is known', async () => {
      await test.complained()
      await test.complained()
      expect((await test.get('/queues/coverage', thoko)).body).toMatch(/Area 47.*No signal.*4G · 2 ×/s)
      const { body } = await test.get(`/coverage/${complaint}`, thoko)
      expect(body).toMatch(/Area 47.*Close the reports.*4G.*-13.96, 33.79/s)
      expect((await test.get('/coverage/-1.1.4g.no_signal', thoko)).statusCode).toBe(404)
      expect((await test.get('/coverage/nothing', thoko)).statusCode).toBe(404)
    })

    it('are closed as far as they were seen: a later one waits again', async () => {
      await test.complained()
      const seen = test.clock.now
      test.clock.now += minute
      await test.complained()
      expect((await close(seen)).headers.location).toBe('/queues/coverage?done=close_coverage')
      expect((await test.get(`/coverage/${complaint}`, thoko)).body).toContain('<dd>1</dd>')
      expect((await close(test.clock.now)).statusCode).toBe(303)
      expect((await close(test.clock.now)).statusCode).toBe(404)
      expect(await test.console.log.list({ subject: complaint })).toMatchObject([
        { action: 'coverage close', reason: 'solved', who: 'Thoko' },
        { action: 'coverage close' },
      ])
    })
  })
})
