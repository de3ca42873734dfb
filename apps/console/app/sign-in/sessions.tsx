import { isPermitted } from '@nyanja/domain/staff/roles'
import { fill } from '@nyanja/domain/texts/fill'
import { redirect } from 'react-router'
import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { languageOf } from '../texts.ts'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/sessions'
import { sessionIdOf } from './session-cookie.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { sessions, market } = context.get(consoleContext)
  const clock = clockFor(market, await languageOf(request))
  const open = await sessions.list(staffIn(context), (await sessionIdOf(request)) ?? '')
  return {
    ended: url.searchParams.get('ended') ?? undefined,
    rows: open.map(({ openedAt, seenAt, isThis }, row) => ({
      ...{ row, isThis, opened: clock.exact(openedAt), seen: clock.exact(seenAt) },
    })),
  }
}

/** Ends the person's sessions in other browsers. */
export async function action({ request, context }: Route.ActionArgs) {
  const { sessions, log } = context.get(consoleContext)
  const staff = staffIn(context)
  const ended = await sessions.closeOthers(staff, (await sessionIdOf(request)) ?? '')
  const role = staff.roles.find((one) => isPermitted([one], 'find-payments')) ?? ''
  const by = { who: staff.name, why: '', staff: { id: staff.id, role, reason: '' } }
  if (ended > 0) await log.record({ action: 'sessions end', subject: 'sessions', ...by })
  return redirect(`/sessions?ended=${ended}`, 303)
}

export default function SessionsPage({ loaderData: { rows, ended } }: Route.ComponentProps) {
  const { signIn } = useTexts()
  return (
    <>
      <title>{signIn.sessions}</title>
      <h1>{signIn.sessions}</h1>
      {ended !== undefined && <Note tone="ok">{fill(signIn.sessionsEnded, { count: ended })}</Note>}
      <section className="part">
        <div className="table-box">
          <table>
            <caption className="unseen">{signIn.sessions}</caption>
            <thead>
              <tr>
                <th scope="col">{signIn.signedInAt}</th>
                <th scope="col">{signIn.lastUsed}</th>
                <th scope="col">{signIn.where}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, opened, seen, isThis }) => (
                <tr key={row}>
                  <th scope="row">{opened}</th>
                  <td>{seen}</td>
                  <td>{isThis ? <b>{signIn.here}</b> : signIn.otherBrowser}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {rows.length > 1 && (
        <form method="post" className="below">
          <p>{signIn.othersHint}</p>
          <p className="below">
            <button type="submit" className="button">
              {signIn.endOthers}
            </button>
          </p>
        </form>
      )}
      {rows.length <= 1 && <p className="quiet below">{signIn.onlyHere}</p>}
    </>
  )
}
