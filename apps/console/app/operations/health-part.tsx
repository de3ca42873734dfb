import { fill } from '@nyanja/domain/texts/fill'
import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import { textOf } from '../ui/text-of.ts'
import type { HealthView } from './operations-view.ts'

interface ReportedProps {
  readonly named: HealthView['circuits']
  readonly processes: number
  readonly none: string
}

/** Each state has the number of processes that report it. Without a report it is unknown. */
function Reported({ named, processes, none }: ReportedProps) {
  const { operations, payment } = useTexts()
  if (processes === 0) return <span className="quiet">{operations.noReports}</span>
  if (named.length === 0) return <Tag tone="ok">{none}</Tag>
  return named.map((one) => (
    <span key={one.name} className="whole">
      <Tag tone="bad">{textOf(payment.calls.systems, one.name)}</Tag>{' '}
      {fill(operations.byProcesses, { count: one.processes, all: processes })}{' '}
    </span>
  ))
}

/** What only the processes themselves know, as they report it. */
export function HealthPart({ health }: { readonly health: HealthView }) {
  const { operations } = useTexts()
  const { processes, circuits, files, backup, isBackupOld } = health
  return (
    <section className="part">
      <h2>{operations.reported}</h2>
      <dl className="answers">
        <div>
          <dt>{operations.circuits}</dt>
          <dd>
            <Reported named={circuits} processes={processes} none={operations.allReached} />
          </dd>
        </div>
        <div>
          <dt>{operations.faultyFiles}</dt>
          <dd>
            <Reported named={files} processes={processes} none={operations.noFaults} />
          </dd>
        </div>
        <div>
          <dt>{operations.lastBackup}</dt>
          <dd>
            {backup === undefined ? operations.neverBackedUp : `${backup.at} (${backup.age})`}{' '}
            {isBackupOld && <Tag tone="bad">{operations.oldBackup}</Tag>}
          </dd>
        </div>
      </dl>
    </section>
  )
}
