import type { LoggedAction } from '@nyanja/back-office/operations/action-log'
import { withoutNumbers } from '@nyanja/domain/help'
import { permissions } from '@nyanja/domain/staff/roles'
import { redirect } from 'react-router'
import type { Console } from '../../server/console.ts'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import type { Route } from './+types/export'
import { actionFilter, periodOf, readExport } from './audit-filter.ts'

export const loader = () => redirect('/audit')

const mostRows = 100_000

type LocalTime = ReturnType<Console['localTime']>

/** Machines read the header, so the names are the same in every language. */
const columns = {
  id: ({ id }) => id,
  at: ({ at }) => new Date(at).toISOString(),
  day: (_, { day }) => day,
  time: (_, { time }) => time,
  who: ({ who }) => who,
  staff_id: ({ staff_id }) => staff_id ?? '',
  role: ({ role }) => role ?? '',
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  reason: ({ reason }) => reason ?? '',
  note: ({ why }) => withoutNumbers(why, '•••'),
  detail: ({ detail }) => detail ?? '',
} as const satisfies Readonly<Record<string, (action: LoggedAction, local: LocalTime) => string | number>>

/** Streams a month of actions at most. The export itself is one of them, recorded before it begins. */
export async function action({ request, context }: Route.ActionArgs) {
  const console = context.get(consoleContext)
  const requested = readExport(await request.formData())
  if (requested === undefined) return redirect('/audit?refused=export', 303)
  const { from, until, day: _, ...filter } = requested
  const { id, name: who } = staffIn(context)
  const [role] = permissions['export-audit']
  const subject = `${from} ${until}`
  await console.log.record({ who, action: 'audit export', subject, why: '', staff: { id, role, reason: '' } })
  const actions = console.log.export({ ...actionFilter(filter, console), ...periodOf(from, until, console) }, mostRows)
  return new Response(streamOf(linesOf(actions, console)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${from}-${until}.csv"`,
    },
  })
}

/** It continues only when the receiver has taken the previous part. */
const streamOf = (lines: AsyncGenerator<Uint8Array<ArrayBuffer>>) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await lines.return(undefined)
    },
  })

async function* linesOf(
  actions: AsyncIterable<LoggedAction>,
  { csvLine, localTime }: Pick<Console, 'csvLine' | 'localTime'>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  yield encoder.encode(csvLine(Object.keys(columns)))
  for await (const action of actions)
    yield encoder.encode(csvLine(Object.values(columns).map((cellOf) => cellOf(action, localTime(action.at)))))
}
