import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import type { NodesView } from './operations-view.ts'

function Nodes({ rows }: Pick<NodesView, 'rows'>) {
  const { operations } = useTexts()
  return (
    <div className="table-box">
      <table>
        <caption className="unseen">{operations.nodes}</caption>
        <thead>
          <tr>
            <th scope="col">{operations.release}</th>
            <th scope="col">{operations.content}</th>
            <th scope="col">{operations.clock}</th>
            <th scope="col">{operations.state}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, release, content, offset, isOff, differs }) => (
            <tr key={row}>
              <td className="mono">{release}</td>
              <td className="mono">{content}</td>
              <td>{offset ?? operations.unknownClock}</td>
              <td>
                {differs && <Tag tone="wait">{operations.differs}</Tag>}
                {isOff && <Tag tone="bad">{operations.clockIsOff}</Tag>}
                {!differs && !isOff && <Tag tone="ok">{operations.same}</Tag>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function NodesPart({ nodes }: { readonly nodes: NodesView | undefined }) {
  const { operations } = useTexts()
  return (
    <section className="part">
      <h2>{operations.nodes}</h2>
      {nodes === undefined && <p>{operations.oneProcess}</p>}
      {nodes?.rows.length === 0 && <p>{operations.noNodes}</p>}
      {nodes !== undefined && nodes.rows.length > 0 && <Nodes rows={nodes.rows} />}
      {nodes !== undefined && (
        <p>
          {operations.archived} <b>{nodes.archived ?? operations.neverArchived}</b>{' '}
          {nodes.isArchiveFailing && <Tag tone="bad">{operations.archiveFails}</Tag>}
        </p>
      )}
    </section>
  )
}
