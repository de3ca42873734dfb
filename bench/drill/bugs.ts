import type { PlantedBug } from '../simulation/plant.ts'

const domain = 'packages/domain/src'
const payments = 'apps/portal/server/payments'
const stores = 'apps/portal/server/db/payments'
const migrations = 'apps/portal/server/db/migrations'
const operations = 'apps/portal/server/db/operations'

/** Bugs that somebody might write. Their texts must stand in the files exactly once, or the drill breaks down. */
export const bugs: readonly PlantedBug[] = [
  {
    name: 'money that comes after a refusal is not believed',
    file: `${domain}/attempt-state.ts`,
    find: `  refused: ['captured_late'],`,
    put: `  refused: [],`,
  },
  {
    name: 'money that comes after the time is not believed',
    file: `${domain}/attempt-state.ts`,
    find: `  expired: ['captured_late'],`,
    put: `  expired: [],`,
  },
  {
    name: 'money for a way that was left is not believed',
    file: `${domain}/attempt-state.ts`,
    find: `  superseded: ['captured_late', 'refused', 'expired'],`,
    put: `  superseded: ['refused', 'expired'],`,
  },
  {
    name: 'late money is called in time',
    file: `${domain}/attempt-state.ts`,
    find: `includes('captured') ? 'captured' : 'captured_late'`,
    put: `includes('captured') ? 'captured' : 'captured'`,
  },
  {
    name: 'what was sent may not be found impossible',
    file: `${domain}/delivery-state.ts`,
    find: `sending: ['delivered', 'impossible', 'due'],`,
    put: `sending: ['delivered', 'due'],`,
  },
  {
    name: 'sums of one currency are all the same',
    file: `${domain}/money.ts`,
    find: `left.currency === right.currency && left.minor === right.minor`,
    put: `left.currency === right.currency`,
  },
  {
    name: 'what is paid in another currency is charged in the first one',
    file: `${payments}/charge.ts`,
    find: `return quote.charged`,
    put: `return choice.amount`,
  },
  {
    name: 'what was charged is delivered, not what was ordered',
    file: `${stores}/begin-legs.ts`,
    find: `amount_minor: order.amount_minor ?? attempt.amount.minor,`,
    put: `amount_minor: attempt.amount.minor,`,
  },
  {
    name: 'a start without an answer counts as refused',
    file: `${payments}/payments.ts`,
    find: `gateway?.start(this.requestOf(order, handedOver)).catch(() => undefined)`,
    put: `gateway?.start(this.requestOf(order, handedOver)).catch(() => ({ outcome: 'refused', reason: 'refused' }))`,
  },
  {
    name: 'nobody is asked for a proof',
    file: `${payments}/payments.ts`,
    find: `if (setup.needsProof && !isProven && !(await this.#isProven(attempt, payer)))`,
    put: `if (setup.needsProof && attempt === undefined)`,
  },
  {
    name: 'a switch that is off holds nobody off',
    file: `${payments}/payments.ts`,
    find: `setup === undefined || !(await this.#options.isOpen(payer.method, setup.gateway))`,
    put: `setup === undefined`,
  },
  {
    name: 'whoever waits for the customer is never asked',
    file: `${payments}/payments.ts`,
    find: `nextCheckAt: nextCheckAt(firstEnquiryAt(attempt, gateways[attempt.gateway]), now()) ?? now(),`,
    put: `nextCheckAt: Number.MAX_SAFE_INTEGER,`,
  },
  {
    name: 'any sum will do',
    file: `${payments}/settlement.ts`,
    find: `reference === attempt.id && (amount === undefined || isSameMoney(amount, attempt.amount))`,
    put: `reference === attempt.id`,
  },
  {
    name: 'a provider that does not answer has refused',
    file: `${payments}/settlement.ts`,
    find: `.catch((): VerificationResult => ({ state: 'unknown' }))`,
    put: `.catch((): VerificationResult => ({ state: 'refused', reason: 'refused' }))`,
  },
  {
    name: 'nobody asks again after the time is over',
    file: `${payments}/settlement.ts`,
    find: `reason: 'expired', nextCheckAt: this.#nextCheckOf(attempt) })`,
    put: `reason: 'expired' })`,
  },
  {
    name: 'nobody asks again after a refusal in time',
    file: `${payments}/settlement.ts`,
    find: `const nextCheckAt = now() < limitOf(attempt) ? limitOf(attempt) : undefined`,
    put: `const nextCheckAt = undefined`,
  },
  {
    name: 'what does not match does not reach the review list',
    file: `${payments}/settlement.ts`,
    find: `    await checks.review(attempt.id, 'mismatch')\n`,
    put: ``,
  },
  {
    name: 'what stays undecided does not reach the review list',
    file: `${payments}/settlement.ts`,
    find: `      await checks.review(attempt.id, 'undecided_for_a_day')\n`,
    put: ``,
  },
  {
    name: 'an undecided payment is asked about once',
    file: `${payments}/settlement.ts`,
    find: `    await checks.checkAgain(attempt, this.#nextCheckOf(attempt))\n`,
    put: `    await checks.checkAgain(attempt, undefined)\n`,
  },
  {
    name: 'a capture wakes nobody and is forgotten',
    file: `${payments}/settlement.ts`,
    find: `const outcome = await attempts.capture(attempt, providerReference === undefined ? {} : { providerReference })`,
    put: `const outcome = await attempts.refuse(attempt, { state: 'expired', reason: 'expired' })`,
  },
  {
    name: 'a BSS that does not answer has refused',
    file: `${payments}/fulfilment.ts`,
    find: `await send().catch(() => undefined)`,
    put: `await send().catch(() => ({ outcome: 'impossible', reason: 'silent' }))`,
  },
  {
    name: 'a BSS that cannot be asked knows nothing',
    file: `${payments}/fulfilment.ts`,
    find: `await deliverer.readBack(purchaseOf(delivery)).catch(() => null)`,
    put: `await deliverer.readBack(purchaseOf(delivery)).catch(() => undefined)`,
  },
  {
    name: 'what is not found at once is sent again',
    file: `${payments}/fulfilment.ts`,
    find: `if (now() - sentAt < settlingMs || `,
    put: `if (`,
  },
  {
    name: 'what is sent again is not read back before',
    file: `${payments}/fulfilment.ts`,
    find: `if (delivery.state === 'sending') return this.#lookUp(delivery)`,
    put: `if (delivery.state === 'sending') return this.#send({ ...delivery })`,
  },
  {
    name: 'what may have arrived is given back at the deadline',
    file: `${payments}/fulfilment.ts`,
    find: `if (found === null) return this.#lookUpLater(delivery)`,
    put: `if (found === null) return this.#maySend(delivery) ? this.#lookUpLater(delivery) : this.#giveUp(delivery)`,
  },
  {
    name: 'what the BSS has accepted is sent again when it denies it',
    file: `${payments}/fulfilment.ts`,
    find: `    if (delivery.bssReference !== undefined) return this.#leaveToPerson(delivery, 'lost_by_the_bss')\n`,
    put: ``,
  },
  {
    name: 'a refund that only a person can make does not reach the review list',
    file: `${payments}/refunds.ts`,
    find: `if (gateway.isRefundedByHand) return this.#leaveToPerson(attempt, refund, byHand)`,
    put: `if (gateway.isRefundedByHand) return`,
  },
  {
    name: 'an order that the BSS is working on counts as delivered',
    file: `${payments}/fulfilment.ts`,
    find: `} else if (result.outcome === 'pending') {`,
    put: `} else if (result.outcome === undefined) {`,
  },
  {
    name: 'a refund under way is requested again',
    file: `${payments}/refunds.ts`,
    find: `await orUnknown(gateway.verifyRefund(attempt))`,
    put: `await orUnknown(gateway.refund(attempt))`,
  },
  {
    name: 'a refund without an answer was refused',
    file: `${payments}/refunds.ts`,
    find: `return answer.catch((): RefundResult => 'unknown')`,
    put: `return answer.catch((): RefundResult => 'refused')`,
  },
  {
    name: 'a refund without an answer is done',
    file: `${payments}/refunds.ts`,
    find: `return answer.catch((): RefundResult => 'unknown')`,
    put: `return answer.catch((): RefundResult => 'refunded')`,
  },
  {
    name: 'the second capture of an order is kept',
    file: `${stores}/attempt-store.ts`,
    find: `          await beginRefund(tx, attempt, at)\n`,
    put: ``,
  },
  {
    name: 'a wallet is asked as often as anybody likes',
    file: `${payments}/payments.ts`,
    find: `const promptsPerWindow = 3`,
    put: `const promptsPerWindow = 30`,
  },
  {
    name: 'prompts that set out together do not count each other',
    file: `${stores}/attempt-store.ts`,
    find: `(await unansweredPrompts(tx, payerMsisdn, since)) >= most`,
    put: `(await unansweredPrompts(tx, payerMsisdn, since)) >= most + 30`,
  },
  {
    name: 'two payments may have one reference of the provider',
    file: `${stores}/attempt-store.ts`,
    find: `return other !== undefined`,
    put: `return other === null`,
  },
  {
    name: 'money moves from whatever state it is in',
    file: `${stores}/move-attempt.ts`,
    find: `    .where('state', '=', attempt.state)\n`,
    put: ``,
  },
  {
    name: 'what cannot be delivered is not given back',
    file: `${stores}/begin-legs.ts`,
    find: `  await beginRefund(tx, { id: delivery.attemptId, gateway }, at)\n`,
    put: ``,
  },
  {
    name: 'callbacks are noted and not acted on',
    file: `${stores}/payment-reader.ts`,
    find: `if (numInsertedOrUpdatedRows !== 1n) return false`,
    put: `if (numInsertedOrUpdatedRows >= 0n) return false`,
  },
  {
    name: 'the payer gets what was bought for somebody else',
    file: `${stores}/begin-legs.ts`,
    find: `msisdn: order.msisdn,`,
    put: `msisdn: attempt.payerMsisdn,`,
  },
  {
    name: 'a bundle is delivered as airtime',
    file: `${stores}/begin-legs.ts`,
    find: `kind: order.kind ?? 'airtime',`,
    put: `kind: 'airtime',`,
  },
  {
    name: 'an operator’s refund is never begun',
    file: `${operations}/what-follows.ts`,
    find: `    await beginRefund(tx, attempt, at)\n    await postMessage(tx, attempt.id, 'refundBegun', at)`,
    put: `    await postMessage(tx, attempt.id, 'refundBegun', at)`,
  },
  {
    name: 'retention forgets payments that are still watched',
    file: `${operations}/ended-orders.ts`,
    find: `              is('attempts.next_check_at', 'is not', null),\n              is('reviews.attempt_id', 'is not', null),\n`,
    put: ``,
  },
  {
    name: 'a PIN whose answer is lost is sent again',
    file: `${payments}/pin-payments.ts`,
    find: `      .catch((): PinResult => ({ outcome: 'processing' }))`,
    put: `      .catch(() => wallet.submitPin({ id: attempt.id, walletTransactionId, ...pin }, consent))
      .catch((): PinResult => ({ outcome: 'processing' }))`,
  },
  {
    name: 'a PIN without an answer counts as refused',
    file: `${payments}/pin-payments.ts`,
    find: `      .catch((): PinResult => ({ outcome: 'processing' }))`,
    put: `      .catch((): PinResult => ({ outcome: 'refused', reason: 'refused' }))`,
  },
  {
    name: 'a PIN without an answer counts as wrong',
    file: `${payments}/pin-payments.ts`,
    find: `      .catch((): PinResult => ({ outcome: 'processing' }))`,
    put: `      .catch((): PinResult => ({ outcome: 'pin_unusable' }))`,
  },
  {
    name: 'a household pays twice for being connected',
    file: `${migrations}/0016-plans.ts`,
    find: `create unique index deliveries_lead`,
    put: `create index deliveries_lead`,
  },
  {
    name: 'whoever has a code types PINs for the wallet of another',
    file: `${payments}/pin-payments.ts`,
    find: `given?.method === attempt.method && given.msisdn === attempt.payerMsisdn ? given.consent : undefined`,
    put: `given?.method === attempt.method ? given.consent : undefined`,
  },
  {
    name: 'a wallet hears of the consent of another',
    file: `${payments}/pin-payments.ts`,
    find: `attempt.method === method && attempt.payerMsisdn === payerMsisdn`,
    put: `attempt.method === method`,
  },
  {
    name: 'a payment that no wallet knows of cannot be left',
    file: `${payments}/pin-payments.ts`,
    find: `if (attempt.state === 'created') return`,
    put: `if (attempt.state === 'expired') return`,
  },
  {
    name: 'two PINs of one payment may be with the wallet',
    file: `${stores}/pin-marks.ts`,
    find: `        .where('state', '=', 'waiting')\n        .where('pin_sent_at', 'is', null)\n`,
    put: `        .where('state', '=', 'waiting')\n`,
  },
  {
    name: 'a PIN is sent though its payment is over',
    file: `${stores}/pin-marks.ts`,
    find: `        .where('state', '=', 'waiting')\n`,
    put: ``,
  },
]
