import { type WorkQueue, workQueues } from '@nyanja/domain/staff/work-queues'
import { fill } from '@nyanja/domain/texts/fill'
import { readField } from '@nyanja/web/format/read-field'
import { data, redirect } from 'react-router'
import { AfterAct } from '../acts/act-note.tsx'
import { offeredActs } from '../acts/offered-acts.ts'
import { actedIn } from '../acts/perform-act.ts'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { languageOf, textsIn } from '../texts.ts'
import { FilterLinks } from '../ui/filter-links.tsx'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/queue'
import { QueueTable } from './queue-table.tsx'
import { isOwnedBy, kindText, owners, toQueueRow } from './queue-view.ts'

function queueNamed(name: string): WorkQueue {
  const queue = workQueues.find((one) => one === name)
  if (queue === undefined) throw data(null, { status: 404 })
  return queue
}

/** Builds the address of a queue with its filters. */
function addressOf(queue: WorkQueue, { owner, kind }: { readonly owner: string; readonly kind?: string | undefined }) {
  const query = { ...(owner !== 'everybody' && { owner }), ...(kind !== undefined && { kind }) }
  return Object.keys(query).length === 0 ? `/queues/${queue}` : `/queues/${queue}?${new URLSearchParams(query)}`
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { queues, market, now } = context.get(consoleContext)
  const queue = queueNamed(params.queue)
  const language = await languageOf(request)
  const texts = textsIn(language)
  const staff = staffIn(context)
  const items = await queues.list(queue, staff)
  const kinds = [...new Set(items.flatMap((item) => item.kinds))].sort()
  const owner = owners.find((one) => one === url.searchParams.get('owner')) ?? 'everybody'
  const kind = kinds.find((one) => one === url.searchParams.get('kind'))
  const options = { queue, texts, clock: clockFor(market, language), now: now(), staffId: staff.id }
  const link = (text: string, to: { owner: string; kind?: string | undefined }) => {
    const isChosen = to.owner === owner && to.kind === kind
    return { text, href: addressOf(queue, to), isChosen }
  }
  return {
    ...{ queue, count: items.length, acted: actedIn(url, offeredActs.complaint) },
    rows: items
      .filter((item) => isOwnedBy(item, owner, staff.id) && (kind === undefined || item.kinds.includes(kind)))
      .map((item) => toQueueRow(item, options)),
    owners: owners.map((one) => link(texts.queues.owners[one], { owner: one, kind })),
    kinds:
      kinds.length < 2
        ? []
        : [undefined, ...kinds].map((one) =>
            link(one === undefined ? texts.queues.allKinds : kindText(queue, one, texts), { owner, kind: one }),
          ),
  }
}

const statusOf = { overtaken: 409, unknown: 404 } as const

/** Takes an item, or releases it. */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const { queues } = context.get(consoleContext)
  const queue = queueNamed(params.queue)
  const form = await request.formData()
  const [work, subject] = [readField(form, 'work'), readField(form, 'subject')]
  const staff = staffIn(context)
  if (work !== 'take' && work !== 'release') throw data(null, { status: 400 })
  if (work === 'release') await queues.release(queue, subject, staff)
  const result = work === 'take' ? await queues.take(queue, subject, staff) : 'done'
  if (result === 'done') return redirect(url.pathname + url.search, 303)
  return data({ result }, { status: statusOf[result] })
}

export default function QueuePage({ loaderData, actionData }: Route.ComponentProps) {
  const { queues } = useTexts()
  const { queue, count, rows, acted } = loaderData
  return (
    <AfterAct last={acted}>
      <title>{queues.names[queue]}</title>
      <p className="trail">
        <a href="/queues">{queues.title}</a>
      </p>
      <h1>{fill(queues.heading, { name: queues.names[queue], count })}</h1>
      <p className="quiet">{queues.about[queue]}</p>
      {actionData !== undefined && <Note tone="bad">{queues.results[actionData.result]}</Note>}
      <section className="part">
        <div className="filter-line">
          <FilterLinks label={queues.byOwner} links={loaderData.owners} />
          {loaderData.kinds.length > 0 && <FilterLinks label={queues.byKind} links={loaderData.kinds} />}
        </div>
        {rows.length === 0 ? <p>{queues.nothing}</p> : <QueueTable caption={queues.names[queue]} rows={rows} />}
      </section>
    </AfterAct>
  )
}
