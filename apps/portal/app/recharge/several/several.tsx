import { displayMoney } from '@nyanja/domain/money/money'
import { groupWhileTyping } from '@nyanja/domain/numbers/msisdn'
import { readNumberList, type TypedItem } from '@nyanja/domain/payments/number-list'
import { mostItems, sumOf } from '@nyanja/domain/payments/order-items'
import { fill } from '@nyanja/domain/texts/fill'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import type { Portal } from '../../../server/portal.ts'
import {
  ChallengeNote,
  type ChallengeNoteProps,
  readChallengeAnswer,
  toChallengeNote,
} from '../../challenge/challenge-note.tsx'
import { useSendHref } from '../../form/post-form.tsx'
import { pageHeaders, privateHeaders } from '../../format/headers.ts'
import { hrefsAt } from '../../order/order-page.ts'
import { languageOf } from '../../page-language.ts'
import { clientIpContext, portalContext } from '../../portal-context.ts'
import { BackLink, Button } from '../../ui/button.tsx'
import { type Problem, ProblemSummary } from '../../ui/error-summary.tsx'
import { Field, PhoneField } from '../../ui/field.tsx'
import { Message, NoteSection } from '../../ui/notes.tsx'
import { PageHero, PageTitle, ProgressMark } from '../../ui/page-hero.tsx'
import { pageOf } from '../recharge-page.ts'
import type { Route } from './+types/several'
import { checkItems, findBundles, itemsOf, numberField, readItems, whatField } from './several-items.ts'

export const handle = { group: 'recharge' }

const page = '/prepaid-recharge/several'
/** The rows at first, and how many more each press adds. */
const shownRows = 3
const listField = 'list'
const fileField = 'file'

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const order = await portal.orders.ownOrder(url.searchParams.get('order') ?? '', [page])
  const bundles = await findBundles(portal, url)
  return data(
    {
      view: viewOf(portal, url),
      bundles: bundles.map(({ name, price }) => ({ name, price: displayMoney(price) })),
      items: order === undefined ? [] : itemsOf(order, portal, url),
    },
    { headers: privateHeaders },
  )
}

function viewOf(portal: Portal, url: URL) {
  const { market, content } = portal
  const language = languageOf(url, market)
  const texts = content.page('several-translation', language)
  const { texts: amounts, quick, prefix } = pageOf(portal, url)
  const { step, continue: next, phoneHint } = content.page('recharge-translation', language)
  const { summaryOne, summaryMany } = content.page('errors-translation', language)
  const example = groupWhileTyping(market.numbers.example, market.numbers)
  const hasBundles = market.sells.includes('bundle')
  return {
    ...texts,
    ...{ summaryOne, summaryMany, next, prefix, hasBundles },
    step: fill(step, { step: 1, steps: 2 }),
    back: content.page('orp-translation', language).back,
    backHref: hrefsAt(url).recharge(),
    lead: fill(hasBundles ? texts.lead : texts.leadAirtime, { most: mostItems }),
    numberHint: fill(phoneHint, { example }),
    whatHint: hasBundles ? `${amounts.amountRange}. ${texts.bundleHint}` : amounts.amountRange,
    listHint: fill(texts.listHint, { example: `${example}, ${quick[0]?.value ?? ''}` }),
  }
}

interface Answer {
  readonly items: readonly TypedItem[]
  readonly rows?: number
  readonly problems?: readonly Problem[]
  /** The list as it was sent, where it could not be read. */
  readonly list?: string
  readonly isRead?: true
  readonly challenge?: ChallengeNoteProps
}

/** A file goes before what was typed beside it. */
async function listIn(form: FormData): Promise<string> {
  const file = form.get(fileField)
  const text = file instanceof Blob && file.size > 0 ? await file.text() : readField(form, listField)
  return text.normalize('NFC')
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const portal = context.get(portalContext)
  const form = await request.formData()
  const answer = (body: Answer, status = 200) => data(body, { status, headers: privateHeaders })
  const typed = readItems(form)
  const intent = readField(form, 'intent')
  if (intent === 'more') return answer({ items: typed, rows: Number(readField(form, 'rows')) + shownRows })

  const list = intent === 'list' ? await listIn(form) : undefined
  const read = list === undefined ? typed : readNumberList(list, portal.market.numbers)
  if (list !== undefined && (read.length === 0 || read.length > mostItems)) {
    const { listEmpty, listTooLong } = viewOf(portal, url)
    const text = read.length === 0 ? listEmpty : fill(listTooLong, { count: read.length, most: mostItems })
    return answer({ items: typed, list, problems: [{ field: listField, text }] }, 400)
  }
  const requester = { clientIp: context.get(clientIpContext), ...readChallengeAnswer(form) }
  const visitorLines = portal.lineLookups.forForms(requester)
  const check = await checkItems({ ...portal, visitorLines }, url, read)
  if (check.outcome === 'challenge')
    return answer({ items: read, challenge: toChallengeNote(portal, url, check.challenge) }, 429)
  if (check.outcome === 'problems') return answer({ items: read, problems: check.problems }, 400)
  if (list !== undefined) return answer({ items: read, isRead: true })
  const { items } = check
  const order = await portal.orders.open({
    ...{ channel: 'web', language: languageOf(url, portal.market), msisdn: '', lineType: 'PREPAID' },
    ...{ redirectPage: page, choice: { kind: 'several', amount: sumOf(items), items } },
  })
  return redirect(hrefsAt(url).paymentStart({ order: order.id }), { status: 303, headers: privateHeaders })
}

export const headers = pageHeaders

export default function Several({ loaderData: { view, bundles, items: ordered }, actionData }: Route.ComponentProps) {
  const answer: Answer = actionData ?? { items: ordered }
  const { items, problems = [], challenge } = answer
  const rows = Math.min(mostItems, Math.max(shownRows, answer.rows ?? 0, items.length))
  const errorAt = (field: string) => problems.find((problem) => problem.field === field)?.text
  return (
    <>
      <PageTitle title={view.title} />
      <PageHero
        title={view.title}
        progressMark={<ProgressMark level={34} />}
        meta={
          <>
            <BackLink href={view.backHref} text={view.back} />
            <p>{view.step}</p>
          </>
        }
      />
      <form
        method="post"
        action={useSendHref()}
        encType="multipart/form-data"
        className="wrap several"
        noValidate
        data-challenge={challenge?.view.proofOfWork}
      >
        {/* Enter in a field presses the first button of a form. */}
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true">
          {view.next}
        </button>
        <ProblemSummary texts={view} problems={problems.map((problem) => inSummary(problem, view))} />
        {answer.isRead && <NoteSection tone="ok">{view.listRead}</NoteSection>}
        {challenge !== undefined && <ChallengeNote {...challenge} />}
        <p className="section">{view.lead}</p>
        <input type="hidden" name="rows" value={rows} />
        {Array.from({ length: rows }, (_, index) => (
          <ItemRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
            key={index}
            view={view}
            place={index + 1}
            typed={items[index]}
            errorAt={errorAt}
          />
        ))}
        {bundles.length > 0 && (
          <datalist id="bundles">
            {bundles.map(({ name, price }) => (
              <option key={name} value={name}>
                {price}
              </option>
            ))}
          </datalist>
        )}
        {rows < mostItems && (
          <p className="section">
            <Button variant="second" name="intent" value="more">
              {view.more}
            </Button>
          </p>
        )}
        <ListFields view={view} list={answer.list} error={errorAt(listField)} />
        <p className="section">
          <Button>{view.next}</Button>
        </p>
      </form>
    </>
  )
}

type View = ReturnType<typeof viewOf>

/** In the summary each problem says which row it is about. */
function inSummary({ field, text }: Problem, view: View): Problem {
  const [, name, place] = /^(number|what)(\d+)$/.exec(field) ?? []
  if (place === undefined) return { field, text }
  const label = name === 'number' ? view.number : whatLabel(view)
  return { field, text: `${fill(label, { place })}: ${text}` }
}

const whatLabel = (view: View) => (view.hasBundles ? view.what : view.amount)

interface ItemRowProps {
  readonly view: View
  readonly place: number
  readonly typed: TypedItem | undefined
  readonly errorAt: (field: string) => string | undefined
}

/** Only the first row explains itself. */
function ItemRow({ view, place, typed, errorAt }: ItemRowProps) {
  const [number, what] = [numberField(place), whatField(place)]
  const isFirst = place === 1
  return (
    <div className="pair">
      <PhoneField
        id={number}
        label={fill(view.number, { place })}
        {...(isFirst && { hint: view.numberHint })}
        error={errorAt(number)}
        prefix={view.prefix}
        autoComplete="off"
        defaultValue={typed?.number}
      />
      <Field
        id={what}
        label={fill(whatLabel(view), { place })}
        {...(isFirst && { hint: view.whatHint })}
        error={errorAt(what)}
        autoComplete="off"
        list={view.hasBundles ? 'bundles' : undefined}
        defaultValue={typed?.what}
      />
    </div>
  )
}

interface ListFieldsProps {
  readonly view: View
  readonly list: string | undefined
  readonly error: string | undefined
}

function ListFields({ view, list, error }: ListFieldsProps) {
  return (
    <details className="section" open={error !== undefined}>
      <summary className="link">{view.listSummary}</summary>
      <div className="field">
        <label htmlFor={listField}>{view.listLabel}</label>
        <p className="hint" id="list-hint">
          {view.listHint}
        </p>
        {error !== undefined && (
          <Message tone="bad" id="list-error">
            {error}
          </Message>
        )}
        <textarea
          id={listField}
          name={listField}
          rows={5}
          spellCheck={false}
          defaultValue={list}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? 'list-hint' : 'list-hint list-error'}
        />
      </div>
      <div className="field">
        <label htmlFor={fileField}>{view.fileLabel}</label>
        <input type="file" id={fileField} name={fileField} accept=".csv,.txt,text/csv,text/plain" />
      </div>
      <Button variant="second" name="intent" value="list">
        {view.listButton}
      </Button>
    </details>
  )
}
