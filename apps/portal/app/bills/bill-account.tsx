import { readLineAccount } from '@nyanja/domain/bills/account-number'
import { fill } from '@nyanja/domain/texts/fill'
import type { AccountMatch } from '@nyanja/server/subscriber/bills'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { PostForm } from '../form/post-form.tsx'
import { SubmitField } from '../form/submit-field.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefsAt } from '../order/order-page.ts'
import { billBinding, proofHeader } from '../order/proof-cookie.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import { BackLink } from '../ui/button.tsx'
import { Check } from '../ui/chips.tsx'
import { Field } from '../ui/field.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import { StepDialog } from '../ui/step-dialog.tsx'
import type { Route } from './+types/bill-account'
import { type AheadBox, type BillTexts, maskedNumber, orderOfBill, type PageView, pageView } from './bill-view.ts'

export const handle = { group: 'bill', module: 'dialog' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await orderOfBill(portal, url)
  const texts = pageView(portal, url)
  const { accountHeading, back, accountLabel, accountHint, accountShow, accountInvalid } = texts
  return data(
    {
      backHref: hrefsAt(url).bills({ order: order.id }),
      rules: texts.rules,
      texts: {
        ...{ accountHeading, back, accountLabel, accountHint, accountShow, accountInvalid },
        close: portal.content.page('errors-translation', languageOf(url, portal.market)).close,
        text: fill(texts.accountText, { number: maskedNumber(portal, order) }),
      },
    },
    { headers: privateHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const order = await orderOfBill(portal, url)
  const language = languageOf(url, portal.market)
  const texts = portal.content.page('bill-translation', language)
  const typed = readField(await request.formData(), 'account')
  const answer = (error: string) => data({ typed, error }, { status: 400, headers: privateHeaders })

  const reading = readLineAccount(typed)
  if (reading.outcome !== 'valid')
    return answer(reading.outcome === 'empty' ? texts.accountRequired : texts.accountInvalid)
  const match = await portal.bills.match(order.msisdn, reading.account).catch(() => undefined)
  if (match === undefined) return answer(portal.content.page('errors-translation', language).serviceSilent)
  if (match.outcome !== 'matches') return answer(fill(messageOf(match, texts), { number: maskedNumber(portal, order) }))

  const { uniqueCode } = await portal.codes.vouch(billBinding(order), { channel: 'web', language: order.language })
  const headers = { ...privateHeaders, ...(await proofHeader(uniqueCode)) }
  return redirect(hrefsAt(url).bills({ order: order.id }), { status: 303, headers })
}

function messageOf(match: Exclude<AccountMatch, { outcome: 'matches' }>, texts: BillTexts): string {
  if (match.outcome === 'no_account') return texts.accountNone
  if (!('triesLeft' in match)) return `${texts.accountSpent}. ${texts.accountSpentText}`
  const { triesLeft } = match
  const left = triesLeft === 1 ? texts.attemptsLeftOne : fill(texts.attemptsLeft, { count: triesLeft })
  return `${texts.accountDiffers} ${left}`
}

export const headers = pageHeaders

export default function BillAccount({ loaderData: { texts, rules, backHref }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={texts.accountHeading} />
      <PageHero progressMark={<ProgressMark level={45} />} meta={<BackLink href={backHref} text={texts.back} />} />
      <div className="wrap bill-page">
        <StepDialog title={texts.accountHeading} isPageTitle close={texts.close}>
          <p>{texts.text}</p>
          <PostForm noValidate data-rules={rules}>
            <Field
              id="account"
              label={texts.accountLabel}
              hint={texts.accountHint}
              error={actionData?.error}
              isFigures
              inputMode="numeric"
              autoComplete="off"
              defaultValue={actionData?.typed ?? ''}
              data-needs="^\d{10}$"
              data-wrong={texts.accountInvalid}
            />
            <SubmitField needs={[texts.accountLabel]}>{texts.accountShow}</SubmitField>
          </PostForm>
        </StepDialog>
      </div>
    </>
  )
}

interface AmountFormProps {
  readonly page: PageView
  readonly start: string
  readonly error?: string
  /** The box for an amount that exceeds the bill. */
  readonly ahead?: AheadBox
}

export function AmountForm({ page, start, error, ahead }: AmountFormProps) {
  return (
    <PostForm noValidate data-rules={page.rules} className="section">
      <Field
        id="amount"
        label={page.amountLabel}
        hint={page.amountHint}
        error={error}
        prefix={page.currency}
        isFigures
        inputMode="decimal"
        autoComplete="transaction-amount"
        defaultValue={start}
        data-kind="amount"
        data-amount={page.amountRules}
      />
      {ahead !== undefined && <Check id="credit" value={ahead.value} label={ahead.label} />}
      <SubmitField needs={[page.amountLabel]} name="intent" value="pay">
        {page.continue}
      </SubmitField>
    </PostForm>
  )
}
