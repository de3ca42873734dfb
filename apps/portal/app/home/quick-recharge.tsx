import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { readField } from '@nyanja/web/format/read-field'
import { ChallengeNote } from '../challenge/challenge-note.tsx'
import { PostForm } from '../form/post-form.tsx'
import type { NumberPage } from '../number/line-answer.ts'
import { NumberField } from '../number/number-field.tsx'
import { type NumberAnswer, toStatus } from '../number/number-form.tsx'
import type { SavedChoice } from '../saved-numbers/saved-choice.ts'
import { Button, EnterButton } from '../ui/button.tsx'
import { RadioChips } from '../ui/chips.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Water } from '../ui/page-hero.tsx'

type QuickTexts = Readonly<
  Record<
    'rechargeHeading' | 'rechargeSubHeading' | 'phoneLabel' | 'kindAirtime' | 'kindBundle' | 'kindBill' | 'continue',
    string
  >
>

interface QuickChoice {
  readonly value: OrderKind
  readonly text: keyof QuickTexts
  readonly icon: IconName
  /** The page that the number is for. */
  readonly page: NumberPage
  /** The part of that page. */
  readonly part?: string
}

const airtime: QuickChoice = { value: 'airtime', text: 'kindAirtime', icon: 'phone', page: 'recharge' }
const choices: readonly QuickChoice[] = [
  airtime,
  { value: 'bundle', text: 'kindBundle', icon: 'data', page: 'recharge', part: '#bundles' },
  { value: 'bill', text: 'kindBill', icon: 'bill', page: 'bills' },
]

const offeredIn = (sells: readonly OrderKind[]) => choices.filter(({ value }) => sells.includes(value))

/** Returns where the posted choice leads: to airtime where nothing was chosen. */
export function choiceIn(form: FormData, sells: readonly OrderKind[]): QuickChoice {
  const posted = readField(form, 'kind')
  return offeredIn(sells).find(({ value }) => value === posted) ?? airtime
}

/** The home page's answer to a number that leads nowhere yet. */
export interface QuickAnswer extends NumberAnswer {
  readonly kind: OrderKind
}

interface QuickRechargeProps {
  readonly action: string
  readonly countryCode: string
  readonly sells: readonly OrderKind[]
  readonly texts: QuickTexts
  readonly saved?: SavedChoice | undefined
  readonly answer?: QuickAnswer | undefined
}

/**
 * The form has number, kind and a button. It is posted, because an address with a number in it stays in the history of
 * a shared phone.
 */
export function QuickRecharge({ action, countryCode, sells, texts, saved, answer }: QuickRechargeProps) {
  const offered = offeredIn(sells)
  const { typed, challenge, otherPage } = answer ?? {}
  const field = { phoneLabel: texts.phoneLabel, phoneHint: texts.rechargeSubHeading, prefix: `+${countryCode}` }
  return (
    <Water className="quick">
      <PostForm action={action} noValidate data-challenge={challenge?.view.proofOfWork}>
        <EnterButton>{texts.continue}</EnterButton>
        <NumberField
          page={field}
          {...(saved && { saved })}
          start={typed?.msisdn ?? ''}
          status={answer && toStatus(answer)}
          otherPage={otherPage}
        />
        {challenge !== undefined && <ChallengeNote {...challenge} />}
        {offered.length > 1 && (
          <RadioChips
            legend={<h2>{texts.rechargeHeading}</h2>}
            name="kind"
            layout="tiles"
            defaultValue={answer?.kind ?? airtime.value}
            options={offered.map(({ value, text, icon }) => ({ value, label: texts[text], icon }))}
          />
        )}
        <Button>{texts.continue}</Button>
      </PostForm>
    </Water>
  )
}
