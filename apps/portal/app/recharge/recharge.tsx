import { data, redirect } from 'react-router'
import { ChallengeNote, readChallengeAnswer, toChallengeNote } from '../challenge/challenge-note.tsx'
import { useSendHref } from '../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../format/headers.ts'
import { hrefs } from '../hrefs.ts'
import { Island } from '../islands/island.tsx'
import { numberProblem } from '../number/field-rules.ts'
import { actOnNumber, otherPageIn } from '../number-pages.ts'
import { languagePrefixOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import { forgetSaved, numberIn, numberPageHeaders, savedChoice } from '../saved-numbers/saved-choice.ts'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { Route } from './+types/recharge'
import { choiceStep, numberStep, type RechargeAnswer, readTyped, rechargeOrder } from './recharge-action.ts'
import { RechargeForm } from './recharge-form.tsx'
import { choiceProblem, frameOf, goneText, offerView, orderView, pageOf } from './recharge-page.ts'

export const handle = { group: 'recharge' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const id = url.searchParams.get('order')
  const [frame, page] = [frameOf(portal, url), pageOf(portal, url)]
  const saved = await savedChoice(portal, request, url)
  const filter = url.searchParams.get('filter') ?? undefined
  if (id === null)
    return data(
      { frame, page, saved, filter, order: undefined, gone: undefined },
      { headers: numberPageHeaders(saved) },
    )
  const order = await rechargeOrder(portal, id)
  return data(
    {
      ...{ frame, page, saved, filter },
      order: order && (await orderView(portal, url, order)),
      gone: order === undefined ? goneText(portal, url) : undefined,
    },
    { headers: privateHeaders },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const to = hrefs(languagePrefixOf(url.pathname))
  const form = await request.formData()
  const answer = (body: RechargeAnswer, status = 200) => data(body, { status, headers: privateHeaders })
  const typed = { ...readTyped(form), msisdn: await numberIn(portal, request, form) }
  const known = await rechargeOrder(portal, url.searchParams.get('order') ?? '')

  const forgotten = await forgetSaved(portal, request, { url, form })
  if (forgotten !== undefined) return forgotten

  const clientIp = context.get(clientIpContext)
  if (otherPageIn(form) !== undefined) {
    const acted = await actOnNumber(portal, 'recharge', { request, url, form, known, clientIp })
    if ('to' in acted) return redirect(acted.to, { status: 303, headers: privateHeaders })
    const { error, ...told } = acted.answer
    return answer({ ...told, typed, ...(error && { fault: error.text }) }, acted.status)
  }
  const lines = portal.lineLookups.forOrders({ clientIp, ...readChallengeAnswer(form) })
  const number = await numberStep({ ...portal, lines }, url, { typed: typed.msisdn, known })
  if (number.outcome === 'challenge')
    return answer({ typed, challenge: toChallengeNote(portal, url, number.challenge) }, 429)
  if (number.outcome === 'fault') return answer({ typed, fault: numberProblem(portal, url, number.fault) }, 400)
  if (number.outcome === 'offer') return answer({ typed, offer: offerView(portal, url, number.offer) })
  const { order } = number
  const isNumberOnly = typed.amount.trim() === '' && typed.bundle === ''
  if (isNumberOnly && order !== known)
    return redirect(to.recharge({ order: order.id }), { status: 303, headers: privateHeaders })
  const choice = await choiceStep(portal, typed, order)
  if (choice.outcome === 'problem') return answer({ typed, problem: choiceProblem(portal, url, choice.problem) }, 400)
  const placed = await portal.orders.place(order, choice.choice)
  return redirect(to.paymentStart({ order: placed.id }), { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Recharge({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, ...loaded } = loaderData
  const props = { ...loaded, action: useSendHref(), answer: actionData }
  return (
    <>
      <PageTitle title={frame.heading} />
      <PageHero
        title={frame.heading}
        meta={
          <>
            <p>{frame.step}</p>
            {frame.several !== undefined && (
              <a className="link" href={frame.several.href}>
                {frame.several.text}
              </a>
            )}
          </>
        }
        progressMark={<ProgressMark level={34} />}
      />
      {actionData?.challenge === undefined ? (
        <Island name="recharge/recharge" component={RechargeForm} props={props} />
      ) : (
        <RechargeForm {...props} note={<ChallengeNote {...actionData.challenge} />} />
      )}
    </>
  )
}
