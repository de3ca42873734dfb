import { fill } from '@nyanja/domain/texts/fill'
import { consoleContext } from '../console-context.ts'
import { staffIn } from '../guard.ts'
import { languageOf, textsIn } from '../texts.ts'
import { ageText, toneOfAge } from '../ui/age.ts'
import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/overview'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { queues, now } = context.get(consoleContext)
  const summaries = await queues.summaries(staffIn(context))
  const texts = textsIn(await languageOf(request))
  return {
    queues: summaries.map(({ oldestSince, ...summary }) => {
      const ms = oldestSince === undefined ? undefined : now() - oldestSince
      return { ...summary, oldest: ms === undefined ? undefined : { age: ageText(ms, texts), tone: toneOfAge(ms) } }
    }),
  }
}

export default function QueuesPage({ loaderData }: Route.ComponentProps) {
  const { queues } = useTexts()
  return (
    <>
      <title>{queues.title}</title>
      <h1>{queues.title}</h1>
      <section className="part">
        <div className="table-box">
          <table>
            <caption className="unseen">{queues.title}</caption>
            <thead>
              <tr>
                <th scope="col">{queues.queue}</th>
                <th scope="col" className="sum">
                  {queues.waiting}
                </th>
                <th scope="col">{queues.oldest}</th>
                <th scope="col" className="sum">
                  {queues.free}
                </th>
                <th scope="col" className="sum">
                  {queues.yours}
                </th>
                <th scope="col">{queues.what}</th>
              </tr>
            </thead>
            <tbody>
              {loaderData.queues.map(({ queue, count, isCut, oldest, own, free }) => (
                <tr key={queue}>
                  <th scope="row" className="whole">
                    <a href={`/queues/${queue}`}>{queues.names[queue]}</a>
                  </th>
                  <td className="sum">{isCut ? fill(queues.orMore, { count }) : count}</td>
                  <td>{oldest === undefined ? queues.noneWaits : <Tag tone={oldest.tone}>{oldest.age}</Tag>}</td>
                  <td className="sum">{free}</td>
                  <td className="sum">{own}</td>
                  <td className="quiet">{queues.about[queue]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <p className="hint below">{queues.keys}</p>
    </>
  )
}
