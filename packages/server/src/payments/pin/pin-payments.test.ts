import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { capturedResult } from '../../db/payments/test-payments.ts'
import { holder, openPinPayments } from '../../db/payments/test-pin-payments.ts'
import { describeOnEachEngine } from '../../db/test-database.ts'

const pin = { keyId: '2026-1', sealed: 'c2VhbGVk' }

describeOnEachEngine('a payment by PIN', (openDatabase) => {
  const open = async () => openPinPayments(await openDatabase())

  it('is delivered once its capture is verified', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    assert.equal(await harness.pageOf(order), 'pin')
    assert.deepEqual(await harness.pinPayments.submit(order, attempt, proof, pin), {
      outcome: 'over',
      attempt: { ...attempt, pinSentAt: harness.clock.now },
    })
    assert.equal(await harness.pageOf(order), 'status')
    harness.gateway.verify = async (requested) => capturedResult(requested)
    await harness.after(5000)
    assert.equal((await harness.progress.payment(attempt.id)).delivery?.state, 'delivered')
    assert.deepEqual(harness.sent, [attempt.id])
  })

  it('requires the consent of exactly this number for exactly this order', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    const stranger = await harness.agreed()
    const elsewhere = { ...stranger.proof, subject: order.id }
    assert.deepEqual(await harness.pinPayments.begin(order, elsewhere), { outcome: 'consent_needed' })
    const begun = await harness.pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'pin_wanted')
    assert.deepEqual(await harness.pinPayments.entryOf(begun.attempt, elsewhere), { outcome: 'consent_needed' })
    assert.deepEqual(await harness.pinPayments.submit(order, begun.attempt, elsewhere, pin), {
      outcome: 'consent_needed',
    })
    const other = harness.agreeTo(order, '999000002')
    assert.deepEqual(await harness.pinPayments.submit(order, begun.attempt, other, pin), { outcome: 'consent_needed' })
    assert.deepEqual(harness.sent, [])
  })

  it('starts with nothing but a consent', async () => {
    const harness = await open()
    const order = await harness.placedOrder()
    const payer = { method: 'smartcash', payerMsisdn: holder } as const
    assert.deepEqual(await harness.payments.pay(order, payer), { outcome: 'proof_missing' })
  })

  it('sends a PIN once, however often the button is pressed', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    const presses = Array.from({ length: 5 }, () => harness.pinPayments.submit(order, attempt, proof, pin))
    for (const { outcome } of await Promise.all(presses)) assert.equal(outcome, 'over')
    assert.deepEqual(harness.sent, [attempt.id])
  })

  it('allows the correction of a wrong PIN within the same payment', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = async () => ({ outcome: 'wrong_pin', attemptsLeft: 4 })
    harness.wallet.start = async ({ id }) => {
      assert.equal(id, attempt.id)
      const entry = { walletTransactionId: 'W-1', keyId: '2026-1', publicKey: 'a2V5', nonce: 'fresh', expiresAt: 2e15 }
      return { outcome: 'pin_wanted', entry, attemptsLeft: 4 }
    }
    const wrong = await harness.pinPayments.submit(order, attempt, proof, pin)
    expect(wrong).toMatchObject({ outcome: 'wrong_pin', entry: { nonce: 'fresh', attemptsLeft: 4 } })
    expect(await harness.pinPayments.entryOf(attempt, proof)).toMatchObject({
      entry: { nonce: 'fresh', attemptsLeft: 4 },
    })
    assert.equal(await harness.pageOf(order), 'pin')
    harness.wallet.submitPin = async () => ({ outcome: 'processing' })
    assert.equal((await harness.pinPayments.submit(order, attempt, proof, pin)).outcome, 'over')
    assert.equal(await harness.pageOf(order), 'status')
  })

  it('spends no try on a PIN that came too late', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = async () => ({ outcome: 'pin_unusable' })
    expect(await harness.pinPayments.submit(order, attempt, proof, pin)).toMatchObject({
      outcome: 'missed',
      entry: { attemptsLeft: 5 },
    })
    assert.equal(await harness.pageOf(order), 'pin')
  })

  it('requests another entry once the old one has expired', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.clock.now += 4 * minute
    assert.deepEqual(await harness.pinPayments.entryOf(attempt, proof), { outcome: 'no_entry' })
    const repeated = await harness.pinPayments.begin(order, proof)
    assert.ok(repeated.outcome === 'pin_wanted')
    assert.equal(repeated.attempt.id, attempt.id)
    expect(await harness.pinPayments.entryOf(attempt, proof)).toMatchObject({ outcome: 'entry' })
  })

  it('is refused when the wallet is locked, and the order can be paid by another method', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = async () => ({ outcome: 'wallet_locked' })
    await harness.pinPayments.submit(order, attempt, proof, pin)
    expect(await harness.now(attempt)).toMatchObject({ state: 'refused', refusal: 'wrong_pin' })
    assert.equal((await harness.payments.pay(order, { method: 'card' })).outcome, 'redirect')
  })

  it('waits for verification when the answer to the PIN is lost', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = () => Promise.reject(new Error('the answer is lost'))
    await harness.pinPayments.submit(order, attempt, proof, pin)
    assert.equal(await harness.pageOf(order), 'status')
    assert.equal((await harness.payments.pay(order, { method: 'card' })).outcome, 'already_processed')
    harness.gateway.verify = async (requested) => capturedResult(requested)
    await harness.after(40_000)
    assert.equal((await harness.now(attempt)).state, 'captured')
  })

  it('allows another PIN when the wallet reports that it never received one', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = () => Promise.reject(new Error('the request is lost'))
    await harness.pinPayments.submit(order, attempt, proof, pin)
    await harness.after(10_000)
    assert.equal(await harness.pageOf(order), 'status')
    await harness.after(25_000)
    assert.equal(await harness.pageOf(order), 'pin')
  })

  it('allows no other PIN while the wallet cannot tell whether it received one', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = () => Promise.reject(new Error('the answer is lost'))
    harness.gateway.verify = async () => ({ state: 'unknown' })
    await harness.pinPayments.submit(order, attempt, proof, pin)
    for (let minutes = 0; minutes < 3; minutes += 1) await harness.after(minute)
    assert.equal(await harness.pageOf(order), 'status')
  })

  it('allows no other PIN because of an answer that is older than the PIN', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = () => Promise.reject(new Error('the answer is lost'))
    await harness.pinPayments.submit(order, attempt, proof, pin)
    harness.gateway.verify = async () => {
      harness.clock.now += minute
      return { state: 'pending' }
    }
    await harness.after(10_000)
    assert.equal(await harness.pageOf(order), 'status')
  })

  it('calls each wallet with the consent of its own holder only', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    const others = ['999000002', '999000003'].map((msisdn) => harness.agreeTo(order, msisdn))
    const { start } = harness.wallet
    const requested: (readonly [string, string | undefined])[] = []
    harness.wallet.start = async (request, consent) => {
      requested.push([request.payerMsisdn, harness.holderOf(consent)])
      return start(request, consent)
    }
    await Promise.all([proof, ...others].map((one) => harness.pinPayments.begin(order, one)))
    assert.ok(requested.length > 0)
    for (const [payer, agreed] of requested) assert.equal(payer, agreed)
  })

  it('is found again when the answer to its start is lost', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    const { start } = harness.wallet
    harness.wallet.start = () => Promise.reject(new Error('the answer is lost'))
    assert.equal((await harness.pinPayments.begin(order, proof)).outcome, 'over')
    assert.equal(await harness.pageOf(order), 'pin')
    harness.wallet.start = start
    const repeated = await harness.pinPayments.begin(order, proof)
    assert.equal(repeated.outcome, 'pin_wanted')
    assert.equal((await harness.attemptsOf(order)).length, 1)
  })

  it('is refused as soon as the wallet refuses it', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    harness.wallet.start = async () => ({ outcome: 'refused', reason: 'invalid_user' })
    const begun = await harness.pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'over')
    expect(await harness.now(begun.attempt)).toMatchObject({ state: 'refused', refusal: 'invalid_user' })
  })

  it('requires another code when the consent has expired', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = async () => ({ outcome: 'consent_needed' })
    assert.deepEqual(await harness.pinPayments.submit(order, attempt, proof, pin), { outcome: 'consent_needed' })
    assert.equal(await harness.pageOf(order), 'pin')
  })

  it('sends the receipt to the typed address, and to none without one', async () => {
    const harness = await open()
    const mailed = await harness.agreed()
    await harness.pinPayments.begin(mailed.order, mailed.proof, { email: 'a@example.com' })
    assert.equal((await harness.attemptsOf(mailed.order))[0]?.email, 'a@example.com')
    const { attempt } = await harness.atPin()
    assert.equal((await harness.now(attempt)).email, undefined)
  })

  it('requires no PIN when the superseded card page has paid already', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    const card = await harness.startAttempt(order, { method: 'card' })
    harness.gateways.card.verify = async (requested) => capturedResult(requested)
    const begun = await harness.pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'over')
    assert.equal(begun.attempt.id, card.id)
  })

  it('is not started once the order has expired', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    harness.clock.now = order.expiresAt
    assert.deepEqual(await harness.pinPayments.begin(order, proof), { outcome: 'order_ended' })
  })

  it('calls no wallet once its own time limit is over', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    const registered = await harness.payments.initiate(order, { method: 'smartcash', payerMsisdn: holder, proof })
    assert.ok('attempt' in registered)
    harness.clock.now = registered.attempt.expiresAt
    assert.equal((await harness.pinPayments.begin(order, proof)).outcome, 'over')
    assert.deepEqual(harness.started, [])
  })

  it('accepts no other PIN while one is with the wallet', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    await harness.pinPayments.submit(order, attempt, proof, pin)
    assert.equal((await harness.pinPayments.begin(order, proof)).outcome, 'over')
    assert.deepEqual(harness.started, [attempt.id])
  })

  it('accepts no PIN when it was left during the call to the wallet', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    const { start } = harness.wallet
    harness.wallet.start = async (...request) => {
      for (const attempt of await harness.attemptsOf(order)) await harness.pinPayments.cancel(attempt)
      return start(...request)
    }
    assert.equal((await harness.pinPayments.begin(order, proof)).outcome, 'over')
    assert.equal((await harness.attemptsOf(order))[0]?.refusal, 'cancelled_by_customer')
  })

  it('has no key for a PIN before the wallet has answered, nor after the key has expired', async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    const { start } = harness.wallet
    harness.wallet.start = () => Promise.reject(new Error('the answer is lost'))
    const lost = await harness.pinPayments.begin(order, proof)
    assert.ok(lost.outcome === 'over')
    assert.deepEqual(await harness.pinPayments.entryOf(lost.attempt, proof), { outcome: 'no_entry' })
    assert.equal((await harness.pinPayments.submit(order, lost.attempt, proof, pin)).outcome, 'over')
    assert.deepEqual(harness.sent, [])
    harness.wallet.start = start
    const begun = await harness.pinPayments.begin(order, proof)
    assert.ok(begun.outcome === 'pin_wanted')
    harness.clock.now = begun.entry.expiresAt
    assert.deepEqual(await harness.pinPayments.entryOf(begun.attempt, proof), { outcome: 'no_entry' })
  })

  it('sends no PIN to a wallet that is not configured any more', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    const result = await harness.pinPayments.submit(order, { ...attempt, gateway: 'gone' }, proof, pin)
    assert.equal(result.outcome, 'over')
    assert.deepEqual(harness.sent, [])
  })

  it("cannot be started through another method's entry point", async () => {
    const harness = await open()
    const { order, proof } = await harness.agreed()
    const begun = await harness.payments.initiate(order, { method: 'smartcash', payerMsisdn: holder, proof })
    assert.ok('attempt' in begun)
    assert.equal((await harness.payments.process(order, begun.attempt)).outcome, 'already_processed')
    assert.equal((await harness.attemptsOf(order))[0]?.state, 'created')
  })

  it('is checked immediately when the answer to the PIN is lost, and at the latest when another PIN is allowed', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    assert.equal((await harness.stores.reader.payment(attempt.id))?.attempt.nextCheckAt, harness.clock.now + 10_000)
    const planned: unknown[] = []
    harness.wallet.submitPin = async () => {
      planned.push((await harness.stores.reader.payment(attempt.id))?.attempt.nextCheckAt)
      throw new Error('the answer is lost')
    }
    assert.equal((await harness.pinPayments.submit(order, attempt, proof, pin)).outcome, 'over')
    assert.deepEqual(planned, [harness.clock.now + 35_000])
    assert.equal((await harness.stores.reader.payment(attempt.id))?.attempt.nextCheckAt, harness.clock.now)
    assert.deepEqual(harness.notifications, ['settle smartcash'])
  })

  it('continues with the entry from the answer to a wrong PIN', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    const entry = { walletTransactionId: 'W-1', keyId: '2026-1', publicKey: 'a2V5', nonce: 'next', expiresAt: 2e15 }
    harness.wallet.submitPin = async () => ({ outcome: 'wrong_pin', attemptsLeft: 3, entry })
    const { pinSentAt: _, ...unsent } = attempt
    const wrong = await harness.pinPayments.submit(order, attempt, proof, pin)
    assert.deepEqual(wrong, { outcome: 'wrong_pin', attempt: unsent, entry: { ...entry, attemptsLeft: 3 } })
    assert.deepEqual(harness.started, [attempt.id])
    expect(await harness.pinPayments.entryOf(attempt, proof)).toMatchObject({
      entry: { nonce: 'next', attemptsLeft: 3 },
    })
  })

  it('is found again when the wallet has no new entry after a wrong PIN', async () => {
    const harness = await open()
    const { order, proof, attempt } = await harness.atPin()
    harness.wallet.submitPin = async () => ({ outcome: 'wrong_pin', attemptsLeft: 4 })
    harness.wallet.start = () => Promise.reject(new Error('silent'))
    assert.equal((await harness.pinPayments.submit(order, attempt, proof, pin)).outcome, 'over')
    harness.wallet.start = async () => ({ outcome: 'consent_needed' })
    const repeated = await harness.pinPayments.submit(order, attempt, proof, pin)
    assert.deepEqual(repeated, { outcome: 'consent_needed' })
    assert.equal(await harness.pageOf(order), 'pin')
  })

  describe('a PIN payment that is left', () => {
    it('takes nothing, and another method pays', async () => {
      const harness = await open()
      const { order, attempt } = await harness.atPin()
      assert.equal(await harness.pinPayments.cancel(attempt), true)
      expect(await harness.now(attempt)).toMatchObject({ state: 'refused', refusal: 'cancelled_by_customer' })
      assert.equal((await harness.payments.pay(order, { method: 'card' })).outcome, 'redirect')
    })

    it('stays as it is once it is decided', async () => {
      const harness = await open()
      const { attempt } = await harness.atPin()
      await harness.pinPayments.cancel(attempt)
      const decided = await harness.now(attempt)
      assert.equal(await harness.pinPayments.cancel(decided), false)
      assert.deepEqual(await harness.now(attempt), decided)
    })

    it('ends also before any wallet knows it', async () => {
      const harness = await open()
      const { order, proof } = await harness.agreed()
      const payer = { method: 'smartcash', payerMsisdn: holder, proof } as const
      const begun = await harness.payments.initiate(order, payer)
      assert.ok(begun.outcome === 'initiated')
      assert.equal(await harness.pinPayments.cancel(begun.attempt), true)
      assert.equal((await harness.now(begun.attempt)).state, 'expired')
      assert.equal((await harness.payments.pay(order, { method: 'card' })).outcome, 'redirect')
    })

    it('is replaced by another wallet, and resumed by the same', async () => {
      const harness = await open()
      const { order, proof, attempt } = await harness.atPin()
      const same = await harness.pinPayments.begin(order, proof)
      assert.ok(same.outcome === 'pin_wanted')
      assert.equal(same.attempt.id, attempt.id)
      const other = await harness.pinPayments.begin(order, harness.agreeTo(order, '999000002'))
      assert.ok(other.outcome === 'pin_wanted')
      assert.notEqual(other.attempt.id, attempt.id)
      const left = (await harness.stores.reader.payment(attempt.id))?.attempt
      expect(left).toMatchObject({ state: 'refused', refusal: 'cancelled_by_customer' })
    })

    it('cannot be left while a PIN is with the wallet', async () => {
      const harness = await open()
      const { order, proof, attempt } = await harness.atPin()
      await harness.pinPayments.submit(order, attempt, proof, pin)
      assert.equal(await harness.pinPayments.cancel(attempt), false)
      assert.equal((await harness.payments.pay(order, { method: 'card' })).outcome, 'already_processed')
    })

    it('sends no further PIN', async () => {
      const harness = await open()
      const { order, proof, attempt } = await harness.atPin()
      const [, submitted] = await Promise.all([
        harness.pinPayments.cancel(attempt),
        harness.pinPayments.submit(order, attempt, proof, pin),
      ])
      assert.equal(submitted.outcome, 'over')
      const { state } = (await harness.stores.reader.payment(attempt.id))?.attempt ?? {}
      assert.equal(harness.sent.length === 0, state === 'refused')
    })

    it('expires when no PIN is entered', async () => {
      const harness = await open()
      const { attempt } = await harness.atPin()
      await harness.after(11 * minute)
      assert.equal((await harness.now(attempt)).state, 'expired')
    })
  })
})
