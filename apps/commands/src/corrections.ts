import { createCorrectionQueue } from '@nyanja/back-office/db/operations/stores'
import type { CorrectionDecision, CorrectionItem } from '@nyanja/back-office/operations/corrections'
import { displayMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { type CorrectionRefusal, computeAnswerDeadline, correctionRefusals } from '@nyanja/domain/payments/correction'
import { type Command, commandsOf, done, misused, refused, whoAreYou, withoutArguments } from './command.ts'
import { longestQueue, type Noun, type Opened } from './noun.ts'
import { textTable, timeText } from './text-table.ts'

const headings = ['reference', 'asked', 'answer by', 'what', 'amount', 'method', 'delivered', 'went to', 'meant for']

/** Moving a payment needs both numbers unmasked. */
function correctionsText(items: readonly CorrectionItem[], countryCode: string): string {
  if (items.length === 0) return 'No correction request is open'
  const number = (msisdn: string) => (msisdn === '' ? 'forgotten' : international(msisdn, { countryCode }))
  const rows = items.map(({ reference, product, amount, method, fromMsisdn, wantedMsisdn, deliveredAt, askedAt }) => [
    reference,
    timeText(askedAt),
    timeText(computeAnswerDeadline(askedAt)),
    product,
    displayMoney(amount),
    method,
    timeText(deliveredAt),
    number(fromMsisdn),
    number(wantedMsisdn),
  ])
  return textTable(headings, rows)
}

const refusals: Readonly<Record<CorrectionRefusal, string>> = {
  already_used: 'what was delivered is used up',
  receiver_refused: 'the receiver wants to keep it',
  not_proven: 'it is not clear that the number was mistyped',
}

const queueOf = ({ database, now }: Opened) => createCorrectionQueue(database.db, now)

function decisionIn([state, refusal]: readonly string[]): CorrectionDecision | undefined {
  if (state === 'moved') return { state }
  const named = correctionRefusals.find((one) => one === refusal)
  return state === 'refused' && named !== undefined ? { state, refusal: named } : undefined
}

const commands: Readonly<Record<string, Command<Opened>>> = {
  list: withoutArguments(async (opened: Opened) =>
    done(correctionsText(await queueOf(opened).open(longestQueue), opened.market.numbers.countryCode)),
  ),

  async resolve([name, ...words], opened) {
    const { who } = opened
    if (name === undefined) return misused('Name one payment by its reference')
    const decision = decisionIn(words)
    if (decision === undefined) return misused(`Give moved, or refused and one of ${correctionRefusals.join(', ')}`)
    const why = words.slice(Object.keys(decision).length).join(' ').trim()
    if (why === '') return misused('Give a reason')
    if (who === undefined || who === '') return whoAreYou
    const reference = name.trim().toUpperCase()
    const isDecided = await queueOf(opened).decide({ reference, decision, who, why })
    if (!isDecided) return refused('No correction request with this reference is open; nothing was changed')
    return done(`${reference} is resolved: ${Object.values(decision).join(' ')}`)
  },
}

export const corrections: Noun = {
  name: 'corrections',
  usage: `corrections list                                  requests to move a payment to the intended number
corrections resolve <reference> moved <why>       it was moved by hand; the payment's page shows that
corrections resolve <reference> refused <refusal> <why>
                                                  it is not moved; the payment's page shows the refusal`,
  run: commandsOf('corrections', { commands, usual: 'list' }),
  words: { 'Refusals of a correction': refusals },
}
