import { clockFor } from '../clock.ts'
import { consoleContext } from '../console-context.ts'
import { languageOf } from '../texts.ts'
import { useTexts } from '../ui/shell-context.ts'
import type { Route } from './+types/coverage'

export const mostComplaints = 500

export async function loader({ request, context }: Route.LoaderArgs) {
  const { stores, market } = context.get(consoleContext)
  const clock = clockFor(market, await languageOf(request))
  const complaints = await stores.coverageReports.complaints(mostComplaints)
  return {
    rows: complaints.map(({ place, latHundredths, lngHundredths, technology, problem, reports, lastAt }) => ({
      ...{ place, problem, reports, last: clock.day(lastAt), technology: technology.toUpperCase() },
      point: [latHundredths, lngHundredths].map((hundredths) => (hundredths / 100).toFixed(2)).join(', '),
    })),
  }
}

/** Where visitors say that the map is wrong, most reported first. They concern places and are not taken by staff. */
export default function CoveragePage({ loaderData: { rows } }: Route.ComponentProps) {
  const { queues } = useTexts()
  const { coverage } = queues
  return (
    <>
      <title>{queues.names.coverage}</title>
      <h1>{queues.names.coverage}</h1>
      <p className="quiet">{queues.about.coverage}</p>
      <section className="part">
        {rows.length === 0 ? (
          <p>{queues.nothing}</p>
        ) : (
          <div className="table-box">
            <table>
              <caption className="unseen">{queues.names.coverage}</caption>
              <thead>
                <tr>
                  <th scope="col">{coverage.place}</th>
                  <th scope="col">{coverage.point}</th>
                  <th scope="col">{coverage.technology}</th>
                  <th scope="col">{coverage.problem}</th>
                  <th scope="col" className="sum">
                    {coverage.reports}
                  </th>
                  <th scope="col">{coverage.last}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ place, point, technology, problem, reports, last }) => (
                  <tr key={[point, technology, problem].join()}>
                    <th scope="row">{place}</th>
                    <td className="whole">{point}</td>
                    <td>{technology}</td>
                    <td>{coverage.problems[problem]}</td>
                    <td className="sum">{reports}</td>
                    <td className="whole">{last}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
    </>
  )
}
