import type { Construct, Mutation } from './mutate.ts'

const mutation = (name: string, declaration: string, edit: Mutation['edit']): Mutation => ({ name, declaration, edit })
/** Answers a failing call with this. */
const failureIs = (code: Construct, answer: string) => code.the('call', 'catch').argument().becomes(`() => (${answer})`)

/** Faults that an engineer might write. They use the names of the product, so that a rename finds them. */
export const mutations: readonly Mutation[] = [
  mutation('money that comes after a refusal is not believed', 'nextAttemptStates', (it) =>
    it.the('property', 'refused').the('text', 'captured_late').drop(),
  ),
  mutation('money that comes after the time is not believed', 'nextAttemptStates', (it) =>
    it.the('property', 'expired').the('text', 'captured_late').drop(),
  ),
  mutation('money for a payment method that was left is not believed', 'nextAttemptStates', (it) =>
    it.the('property', 'superseded').the('text', 'captured_late').drop(),
  ),
  mutation('late money is called in time', 'toCapturedState', (it) =>
    it.the('text', 'captured_late').becomes(`'captured'`),
  ),
  mutation('what was sent may not be found impossible', 'nextDeliveryStates', (it) =>
    it.the('property', 'sending').the('text', 'impossible').drop(),
  ),
  mutation('sums of one currency are all the same', 'isSameMoney', (it) => it.the('operand', 'minor').drop()),
  mutation('what is paid in another currency is charged in the first one', 'computeCharge', (it) =>
    it.the('returned', 'charged').becomes(it.the('returned', 'amount').source),
  ),
  mutation('what was charged is delivered, not what was ordered', 'readGoods', (it) =>
    it.the('property', 'amount').the('operand', 'amount_minor').drop(),
  ),
  mutation('a start without an answer counts as refused', 'Payments', (it) =>
    failureIs(it.the('member', 'process'), `{ outcome: 'refused', reason: 'refused' }`),
  ),
  mutation('no payer is asked for a proof', 'Payments', (it) =>
    it.the('member', '#plan').the('if', 'needsProof').drop(),
  ),
  mutation('a payment method that is switched off is still offered', 'Payments', (it) =>
    it.the('member', '#plan').the('operand', 'isOpen').drop(),
  ),
  mutation('a provider that waits for the customer is never asked', 'Payments', (it) =>
    it.the('member', '#record').the('property', 'nextCheckAt').becomes('Number.MAX_SAFE_INTEGER'),
  ),
  mutation('any sum will do', 'isForThisAttempt', (it) => it.the('operand', 'isSameMoney').drop()),
  mutation('a provider that does not answer has refused', 'StatusChecks', (it) =>
    failureIs(it.the('member', '#verify'), `{ state: 'refused', reason: 'refused' }`),
  ),
  mutation('no provider is asked again after the time is over', 'StatusChecks', (it) =>
    it.the('member', '#decide').the('call', 'refuse', 'expired').the('property', 'nextCheckAt').drop(),
  ),
  mutation('no provider is asked again after a refusal in time', 'StatusChecks', (it) =>
    it.the('member', '#decide').the('conditional', 'getTimeLimit').becomes('undefined'),
  ),
  mutation('what does not match does not reach the review list', 'StatusChecks', (it) =>
    it.the('member', '#mismatch').the('call', '#review').drop(),
  ),
  mutation('what stays undecided does not reach the review list', 'StatusChecks', (it) =>
    it.the('member', '#stayUndecided').the('call', 'review').drop(),
  ),
  mutation('an undecided payment is asked about once', 'StatusChecks', (it) =>
    it.the('member', '#stayUndecided').the('call', 'checkLater').argument(1).becomes('undefined'),
  ),
  mutation('a capture counts as an expiry and is forgotten', 'FirstDeliveries', (it) => {
    const capture = it.the('member', 'capture').the('call', 'capture')
    return [capture.calls('refuse'), capture.argument(1).becomes(`{ state: 'expired', reason: 'expired' }`)]
  }),
  mutation('a BSS that does not answer has refused', 'Deliveries', (it) =>
    it
      .the('member', '#call')
      .the('call', 'catch', 'undefined')
      .argument()
      .becomes(`() => ({ outcome: 'impossible', reason: 'silent' })`),
  ),
  mutation('a BSS that cannot be asked knows nothing', 'Deliveries', (it) =>
    failureIs(it.the('member', '#lookUp'), 'undefined'),
  ),
  mutation('what is not found at once is sent again', 'Deliveries', (it) =>
    it.the('member', '#recordAbsence').the('if', 'visibilityLagMs').drop(),
  ),
  mutation('what is sent again is not looked up before', 'Deliveries', (it) =>
    it.the('member', 'deliver').the('if', 'sending').the('call', '#lookUp').calls('#send'),
  ),
  mutation('what is sent with its capture is not stored as sent', 'deliveryRow', (it) =>
    it.the('conditional', 'call').becomes((source) => source.replace(`'sending'`, `'due'`)),
  ),
  mutation('what may have arrived is given back at the deadline', 'Deliveries', (it) => {
    const later = it.the('member', '#lookUp').the('call', '#lookUpLater')
    const delivery = later.argument().source
    return later.becomes((source) => `this.#maySend(${delivery}) ? ${source} : this.#giveUp(${delivery})`)
  }),
  mutation('what the BSS has accepted is sent again when it denies it', 'Deliveries', (it) =>
    it.the('member', '#recordAbsence').the('if', 'isConfirmed').drop(),
  ),
  mutation('a refund that only a person can make does not reach the review list', 'Refunds', (it) =>
    it.the('member', 'processRefund').the('call', '#leaveToStaff').becomes('undefined'),
  ),
  mutation('an order that the BSS is working on counts as delivered', 'Deliveries', (it) =>
    it.the('member', '#record').the('condition', 'pending').becomes('false'),
  ),
  mutation('a refund under way is requested again', 'Refunds', (it) =>
    it.the('member', 'processRefund').the('call', 'verifyRefund').calls('refund'),
  ),
  mutation('a part is given back as all of it', 'toAsk', (it) => it.becomes('(attempt) => attempt')),
  mutation('a refund in part may be of any sum', 'refundDelivered', (it) => it.the('if', 'isPartOf').drop()),
  mutation('a part is given back after another', 'refundDelivered', (it) =>
    it.the('call', 'where', 'refunds.attempt_id').drop(),
  ),
  mutation('a part of a plan is given back', 'refundDelivered', (it) => it.the('operand', 'plan').drop()),
  mutation('the person who requests a refund may approve it', 'createStaffRequestStore', (it) =>
    it.the('member', 'decide').the('if', 'asked_by_id').drop(),
  ),
  mutation('goodwill may be of any sum', 'giveCredit', (it) => [
    it.the('operand', 'isGoodwillFor').drop(),
    it.the('if', 'hasRoom').drop(),
  ]),
  mutation('goodwill and refunds are together above the price', 'hasRoomFor', (it) =>
    it.the('returned', 'isWithinPrice').becomes('true'),
  ),
  mutation('goodwill has the name of its payment', 'toCreditProvider', (it) =>
    it.the('member', 'prepare').the('call', 'named').becomes('purchase'),
  ),
  mutation('goodwill is looked up under the name of its payment', 'toCreditProvider', (it) =>
    it.the('member', 'findByReference').the('call', 'named').becomes('purchase'),
  ),
  mutation('goodwill that may have been given is sent again', 'toCreditProvider', (it) =>
    it.the('member', 'findByReference').becomes('async () => undefined'),
  ),
  mutation('goods are taken back under the name of their payment', 'toDebitProvider', (it) =>
    it.the('member', 'prepare').the('call', 'named').becomes('purchase'),
  ),
  mutation('goods that may have been taken back are taken again', 'toDebitProvider', (it) =>
    it.the('member', 'findByReference').becomes('async () => undefined'),
  ),
  mutation('more goods are taken back than were refunded', 'isTakebackFor', (it) =>
    it.the('returned', 'BigInt').becomes('true'),
  ),
  mutation('goods are taken back before somebody has seen what the line has', 'agreeToTakeback', (it) =>
    it.the('call', 'whereRef').drop(),
  ),
  mutation('a refund without an answer was refused', 'orUnknown', (it) => failureIs(it, `'refused'`)),
  mutation('a refund without an answer is done', 'orUnknown', (it) => failureIs(it, `'refunded'`)),
  mutation('the second capture of an order is kept', 'beginComponent', (it) =>
    it.the('call', 'beginRefund').becomes('Promise.resolve()'),
  ),
  mutation('a wallet is prompted without a limit', 'promptsPerWindow', (it) => it.becomes('30')),
  mutation('prompts that set out together do not count each other', 'prompt', (it) =>
    it.the('if', 'unanswered').drop(),
  ),
  mutation('two payments may have one reference of the provider', 'isTaken', (it) =>
    it.the('returned', 'undefined').becomes('false'),
  ),
  mutation('money moves from any state', 'moveAttempt', (it) => it.the('call', 'where', 'state').drop()),
  mutation('what cannot be delivered is not given back', 'refundInstead', (it) =>
    it.the('call', 'refundWithMessage').becomes(`'card'`),
  ),
  mutation('callbacks are noted and not acted on', 'noteCallback', (it) =>
    it.the('call', 'scheduleCheck').argument(1).becomes(`''`),
  ),
  mutation('the payer gets what was bought for another number', 'readGoods', (it) =>
    it.the('property', 'msisdn').becomes(`${it.parameter('Attempt')}.payerMsisdn`),
  ),
  mutation('a bundle is delivered as airtime', 'readGoods', (it) =>
    it.the('property', 'kind').the('operand', 'kind').drop(),
  ),
  mutation('a refund by staff is never begun', 'returnAll', (it) =>
    it.the('call', 'refundWithMessage').becomes('Promise.resolve()'),
  ),
  mutation('too little money pays for all of the order', 'judgeReceived', (it) =>
    it.the('conditional', 'isPart').becomes(`'deliver'`),
  ),
  mutation('the money for a number that got nothing is kept', 'columnsOfItems', (it) =>
    it.the('property', 'excess_minor').drop(),
  ),
  mutation('a number that has its own is sent it again', 'forEachOpen', (it) =>
    it.the('conditional', 'open').becomes('[{ item, index }]'),
  ),
  mutation('a number of which the BSS tells nothing counts as absent', 'findItems', (it) =>
    it.the('call', 'then').argument(1).becomes(`() => 'absent'`),
  ),
  mutation('what is paid beyond the price is kept', 'judgeReceived', (it) => it.the('property', 'excess').drop()),
  mutation('money of another currency pays for the order', 'judgeReceived', (it) =>
    it.the('operand', 'currency').drop(),
  ),
  mutation('the books have what was asked for, not what was received', 'acceptReceived', (it) =>
    it.the('property', 'amount_minor').drop(),
  ),
  mutation('airtime that the line cannot get for what was paid too much is kept', 'refundExcess', (it) =>
    it.the('call', 'refundWithMessage').becomes('undefined'),
  ),
  mutation('a move does not exclude a refund', 'refundDelivered', (it) =>
    it.the('call', 'where', 'corrections.attempt_id').drop(),
  ),
  mutation('retention forgets payments that are still watched', 'openAttempts', (it) => [
    it.the('element', 'attempts.next_check_at').drop(),
    it.the('element', 'reviews.attempt_id').drop(),
  ]),
  mutation('a PIN without an answer is sent again', 'PinPayments', (it) =>
    it
      .the('member', 'submit')
      .the('call', 'submitPin')
      .becomes((source) => `${source}.catch(() => ${source})`),
  ),
  mutation('a PIN without an answer counts as refused', 'PinPayments', (it) =>
    failureIs(it.the('member', 'submit'), `{ outcome: 'refused', reason: 'refused' }`),
  ),
  mutation('a PIN without an answer counts as wrong', 'PinPayments', (it) =>
    failureIs(it.the('member', 'submit'), `{ outcome: 'pin_unusable' }`),
  ),
  mutation('a household pays twice for being connected', 'deliveries_lead', (it) =>
    it.becomes((source) => source.replace(/unique\s+index/, 'index')),
  ),
  mutation('a code of one wallet allows PINs for another', 'PinPayments', (it) =>
    it.the('member', '#consentFor').the('operand', 'payerMsisdn').drop(),
  ),
  mutation('a wallet hears of the consent of another', 'PinPayments', (it) =>
    it.the('member', 'begin').the('operand', 'payerMsisdn').drop(),
  ),
  mutation('a payment that no wallet knows of cannot be left', 'PinPayments', (it) =>
    it.the('member', 'cancel').the('if', 'created').drop(),
  ),
  mutation('two PINs of one payment may be with the wallet', 'createPinMarks', (it) =>
    it.the('member', 'pinSent').the('call', 'where', 'pin_sent_at').drop(),
  ),
  mutation('a PIN is sent though its payment is over', 'createPinMarks', (it) =>
    it.the('member', 'pinSent').the('call', 'where', 'state').drop(),
  ),
]
