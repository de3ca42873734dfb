import { displayMoney } from '@nyanja/domain/money/money'
import { maskMsisdn } from '@nyanja/domain/numbers/msisdn'
import { isSchedule } from '@nyanja/domain/reminders/reminder'
import { fill } from '@nyanja/domain/texts/fill'
import type { OrderedPayment } from '@nyanja/server/payments/payment-progress'
import type { OfferedReminder } from '@nyanja/server/payments/reminders/reminders'
import { clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../../server/portal.ts'
import { PostForm } from '../../form/post-form.tsx'
import { unbroken } from '../../format/text.ts'
import { languageOf } from '../../page-language.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/chips.tsx'
import { Note } from '../../ui/notes.tsx'

/** An offer to be reminded; after that, what was agreed, and the press that ends it. */
export type RemindView =
  | {
      readonly state: 'offered'
      readonly heading: string
      readonly text: string | undefined
      readonly legend: string
      readonly options: readonly { readonly value: string; readonly label: string }[]
      readonly how: string | undefined
      readonly button: string
    }
  | { readonly state: 'asked'; readonly heading: string; readonly text: string; readonly stop: string }

export function RemindMe({ remind }: { readonly remind: RemindView }) {
  if (remind.state === 'asked')
    return (
      <div className="section" id="remind">
        <Note tone="ok">
          <b>{remind.heading}</b> {remind.text}
        </Note>
        <PostForm className="field">
          <Button variant="second" name="remind" value="stop">
            {remind.stop}
          </Button>
        </PostForm>
      </div>
    )
  const { heading, text, legend, options, how, button } = remind
  return (
    <section className="section" id="remind" aria-labelledby="remind-heading">
      <h2 id="remind-heading">{heading}</h2>
      {text !== undefined && <p>{text}</p>}
      <PostForm>
        <Choices legend={legend} name="remind" options={options} />
        {how !== undefined && <p className="hint">{how}</p>}
        <p className="field">
          <Button variant="second">{button}</Button>
        </p>
      </PostForm>
    </section>
  )
}

type Reading = Pick<Portal, 'reminders' | 'content' | 'market'>

const textsAt = ({ content, market }: Reading, url: URL) =>
  content.page('reminder-translation', languageOf(url, market))

/** Returns what the receipt offers or says about a reminder: undefined when there is nothing to be reminded of. */
export async function remindView(portal: Reading, url: URL, payment: OrderedPayment): Promise<RemindView | undefined> {
  const texts = textsAt(portal, url)
  const active = await portal.reminders.of(payment)
  if (active !== undefined)
    return { state: 'asked', heading: texts.asked, text: active.consent, stop: texts.stopButton }
  const offered = await portal.reminders.offered(payment)
  const [first] = offered
  if (first === undefined) return undefined
  const number = unbroken(maskMsisdn(first.to, portal.market.numbers.countryCode))
  const hasSms = offered.some(({ way }) => way === 'sms')
  return {
    state: 'offered',
    heading: texts.heading,
    text: hasSms ? fill(texts.text, { number }) : undefined,
    legend: texts.when,
    options: offered.map((one) => ({ value: one.rule, label: labelOf(portal, url, one) })),
    how: howOf(portal, url, payment, { offered, pushText: hasSms ? 'pushText' : 'pushConsent' }),
    button: texts.button,
  }
}

/** Begins or ends a reminder, as the form of the receipt says. */
export async function remindStep(portal: Reading, url: URL, payment: OrderedPayment, typed: string): Promise<void> {
  const { reminders, market } = portal
  if (typed === 'stop') {
    const active = await reminders.of(payment)
    return active && reminders.stop(active.id)
  }
  const offered = await reminders.offered(payment)
  const chosen = offered.find(({ rule }) => rule === typed)
  if (chosen === undefined) return
  const option = labelOf(portal, url, chosen)
  const how = howOf(portal, url, payment, { offered: [chosen], pushText: 'pushConsent' })
  const consent = how === undefined ? `${option}.` : `${option}. ${how}`
  await reminders.ask(payment, { rule: chosen.rule, consent, language: languageOf(url, market) })
}

function labelOf(portal: Reading, url: URL, { rule, dueAt }: OfferedReminder): string {
  const clock = clockOf(portal.market, languageOf(url, portal.market))
  return fill(textsAt(portal, url)[rule], { moment: unbroken(clock.day(dueAt)) })
}

interface Schedules {
  readonly offered: readonly OfferedReminder[]
  readonly pushText: 'pushText' | 'pushConsent'
}

/** Says that a wallet is asked, and how long a schedule lasts. */
function howOf(portal: Reading, url: URL, { order, attempt }: OrderedPayment, { offered, pushText }: Schedules) {
  const texts = textsAt(portal, url)
  const schedule = offered.find(({ rule }) => isSchedule(rule))
  if (schedule === undefined) return undefined
  const wallet = unbroken(maskMsisdn(attempt.payerMsisdn, portal.market.numbers.countryCode))
  const amount = unbroken(displayMoney(order.choice.amount))
  const asked = schedule.way === 'push' ? `${fill(texts[pushText], { wallet, amount })} ` : ''
  return `${asked}${texts.untilText}`
}
