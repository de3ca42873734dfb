import assert from 'node:assert/strict'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import { minute } from '@nyanja/domain/time'
import { it } from 'vitest'
import { openLimits, useUp } from '../db/rate-limits/test-limits.ts'
import { createDueSubmissions } from '../db/submissions/due-submissions.ts'
import { createSubmissionStore } from '../db/submissions/submission-store.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { type Handed, Submissions } from './submissions.ts'

const { target, channel: altogether } = ratePolicies.submission
const ofOne = { free: target.challengeThresholds[0] ?? 0, windowMs: target.windowMs }
const claim = { limit: 10, leaseMs: minute }
const texts = {
  required: '{label} is required',
  tooShort: '{label} is too short',
  tooLong: '{label} is too long',
  invalid: 'Invalid {label}',
  invalidAddress: '',
  invalidLandmark: '',
}
const fields = [
  { name: 'contactNumber', label: 'Number', type: 'tel', required: false, countryCode: '265', rank: 1 },
  { name: 'email', label: 'E-mail', type: 'email', required: false, rank: 2 },
  { name: 'message', label: 'Message', type: 'textarea', required: true, minLength: 5, rank: 3 },
] as const
const rules = { fields, texts, numbers: { countryCode: '265', length: 9, trunk: '0' } }

describeOnEachEngine("a visitor's message to the operator", (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const clock = { now: Date.parse('2026-11-20T10:00:00Z') }
    const limit = openLimits(database, () => clock.now)('submission')
    let last = 0
    const submissions = new Submissions({
      store: createSubmissionStore(database.db),
      rulesOf: () => rules,
      limit,
      digestOf: (text) => `digest of ${text}`,
      now: () => clock.now,
      newId: () => `id-${++last}`,
      newReference: () => `MSG-${last}`,
    })
    const submit = (typed: Readonly<Record<string, string>>, handed: Partial<Handed> = {}) =>
      submissions.submit({
        form: 'contact',
        channel: 'web',
        language: 'en',
        clientIp: '192.0.2.7',
        typed: (name) => typed[name],
        ...handed,
      })
    const rows = () => database.db.selectFrom('submissions').selectAll().orderBy('id').execute()
    /** Sends the given number of messages at this moment. */
    async function flood(channel: string, count: number) {
      const others = Array.from({ length: count }, (_, at) => ({
        id: `flood-${at}`,
        reference: `FLOOD-${at}`,
        form: 'contact' as const,
        channel,
        language: 'en',
        answers_json: '{}',
        msisdn: '',
        email: '',
        at: clock.now,
        state: 'sent' as const,
      }))
      while (others.length > 0) await database.db.insertInto('submissions').values(others.splice(0, 500)).execute()
    }
    return { submit, clock, limit, rows, flood, due: createDueSubmissions(database, () => clock.now) }
  }
  const given = { contactNumber: '0991 234 567', email: 'Thoko@Example.com', message: 'My airtime is gone' }

  it('is stored with its mail, which is due immediately', async () => {
    const { submit, due, clock } = await open()
    assert.deepEqual(await submit(given), { outcome: 'kept', reference: 'MSG-1' })
    const answers = { ...given, contactNumber: '991234567' }
    const [mail, ...others] = await due.claim(claim)
    assert.deepEqual(mail, {
      id: 'id-1',
      reference: 'MSG-1',
      form: 'contact',
      channel: 'web',
      language: 'en',
      answers,
      at: clock.now,
      tries: 0,
    })
    assert.deepEqual(others, [])
    assert.deepEqual(await due.claim(claim), [])
  })

  it('is due again when its mail was not sent, stays when that was given up, and is sent once', async () => {
    const { submit, due, clock, rows } = await open()
    await submit(given)
    const [first] = await due.claim(claim)
    assert.ok(first)
    await due.notSent(first, clock.now + minute)
    clock.now += minute
    const [repeated] = await due.claim(claim)
    assert.equal(repeated?.tries, 1)
    assert.ok(repeated)
    await due.notSent(repeated, undefined)
    assert.deepEqual(
      (await rows()).map(({ state, tries }) => [state, tries]),
      [['failed', 2]],
    )

    await submit({ ...given, message: 'It is back again' })
    const [second] = await due.claim(claim)
    assert.ok(second)
    await due.sent(second)
    clock.now += 10 * minute
    assert.deepEqual(await due.claim(claim), [])
  })

  it('is not accepted while any answer is wrong, and the typed text is kept', async () => {
    const { submit, rows } = await open()
    assert.deepEqual(await submit({ contactNumber: '0991 234 567', message: 'hm' }), {
      outcome: 'wrong',
      answers: { contactNumber: '991234567', email: '', message: 'hm' },
      faults: [{ field: 'message', text: 'Message is too short' }],
    })
    assert.deepEqual(await rows(), [])
  })

  it('is stored once, however often the button is pressed, also in parallel', async () => {
    const { submit, rows, clock } = await open()
    const all = await Promise.all([submit(given), submit(given), submit(given)])
    clock.now += 9 * minute
    all.push(await submit(given))
    assert.equal(new Set(all.map((one) => (one.outcome === 'kept' ? one.reference : one.outcome))).size, 1)
    assert.equal((await rows()).length, 1)
  })

  it('is another one later, with another text, or from another sender', async () => {
    const { submit, rows, clock } = await open()
    await submit(given)
    await submit({ ...given, message: 'Now it is back' })
    await submit(given, { clientIp: '192.0.2.8' })
    clock.now += 10 * minute
    await submit(given)
    assert.equal((await rows()).length, 4)
  })

  it.each([
    ['number', { contactNumber: '991234567' }],
    ['e-mail address', { email: 'thoko@example.com' }],
  ])('requires a challenge once one %s has sent many, and is never refused', async (_what, sender) => {
    const { submit, rows } = await open()
    const nth = (count: number, more: Partial<Handed> = {}) => submit({ ...sender, message: `Message ${count}` }, more)
    for (let count = 1; count <= ofOne.free; count += 1) await nth(count)
    const challenge = { proofOfWork: { level: 3 }, token: 'new', waitSeconds: 20 }
    const reported = await nth(9)
    assert.deepEqual(reported.outcome === 'challenge' && [reported.challenge, reported.answers.message], [
      challenge,
      'Message 9',
    ])
    assert.equal((await rows()).length, ofOne.free)
    assert.equal((await nth(9, { solution: 'worked' })).outcome, 'kept')
    assert.equal((await nth(10, { token: 'waited' })).outcome, 'kept')
    assert.equal((await submit({ message: 'Of somebody else' })).outcome, 'kept')
  })

  it('requires a challenge from an address with many messages, and none from a channel', async () => {
    const { submit, limit } = await open()
    await useUp(limit, '192.0.2.7')
    assert.equal((await submit(given)).outcome, 'challenge')
    assert.equal((await submit(given, { solution: 'worked' })).outcome, 'kept')
    assert.equal((await submit(given, { channel: 'whatsapp', clientIp: undefined })).outcome, 'kept')
  })

  it('requires a challenge of every visitor in a flood, and a harder one of the flooding address', async () => {
    const { submit, limit, flood } = await open()
    await flood('web', 500)
    await useUp(limit, '192.0.2.7')
    const levelFrom = async (clientIp: string) => {
      const reported = await submit(given, { clientIp })
      return reported.outcome === 'challenge' && reported.challenge.proofOfWork
    }
    assert.deepEqual([await levelFrom('192.0.2.7'), await levelFrom('192.0.2.8')], [{ level: 5 }, { level: 4 }])
    assert.equal((await submit(given, { clientIp: '192.0.2.8', solution: 'worked' })).outcome, 'kept')
  })

  it('is accepted from every other channel when one has reached its limit, and from that one within the hour', async () => {
    const { submit, clock, flood } = await open()
    await flood('web', altogether.hardLimit)
    assert.equal((await submit(given, { solution: 'worked' })).outcome, 'full')
    assert.equal((await submit(given, { channel: 'whatsapp', clientIp: undefined })).outcome, 'kept')
    clock.now += altogether.windowMs
    assert.equal((await submit({ message: 'An hour later' })).outcome, 'kept')
  })

  it('requires a challenge for a day from a number with many, through any channel', async () => {
    const { submit, clock } = await open()
    const nth = (count: number, channel: string) =>
      submit({ contactNumber: '991234567', message: `Message ${count}` }, { channel })
    for (let count = 1; count <= ofOne.free; count += 1) await nth(count, 'whatsapp')
    clock.now += ofOne.windowMs - 1
    assert.equal((await nth(9, 'web')).outcome, 'challenge')
    clock.now += 1
    assert.equal((await nth(9, 'web')).outcome, 'kept')
  })
})
