import type { ActingPerson, ChainFault } from '@nyanja/back-office/operations/action-log'
import { fill } from '@nyanja/domain/texts/fill'
import { Note } from '../ui/note.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { AuditFilter } from './audit-filter.ts'

interface FilterPartProps {
  readonly filter: AuditFilter
  readonly people: readonly ActingPerson[]
  readonly today: string
}

/** The id separates the two forms that have the same fields. */
function PersonAndSubject({ filter, people, id }: Omit<FilterPartProps, 'today'> & { readonly id: string }) {
  const { audit } = useTexts()
  return (
    <>
      <p>
        <label htmlFor={`${id}-person`}>{audit.person}</label>
        <select id={`${id}-person`} name="person" defaultValue={filter.person ?? ''}>
          <option value="">{audit.everybody}</option>
          {people.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label htmlFor={`${id}-subject`}>{audit.subject}</label>
        <input
          {...{ id: `${id}-subject`, name: 'subject', defaultValue: filter.subject, size: 24, maxLength: 60 }}
          {...{ autoComplete: 'off', spellCheck: false, placeholder: audit.subjectHint }}
        />
      </p>
    </>
  )
}

/** The filter is sent as a form, because a number that is typed by mistake must not be in an address. */
export function FilterPart({ today, ...props }: FilterPartProps) {
  const { audit } = useTexts()
  return (
    <section className="part" aria-label={audit.filter}>
      <form className="fields-row" method="post" action="/audit">
        <PersonAndSubject {...props} id="filter" />
        <p>
          <label htmlFor="filter-day">{audit.day}</label>
          <input {...{ id: 'filter-day', name: 'day', type: 'date', max: today, defaultValue: props.filter.day }} />
        </p>
        <button type="submit" className="button">
          {audit.show}
        </button>
        {Object.keys(props.filter).length > 0 && <a href="/audit">{audit.showAll}</a>}
      </form>
    </section>
  )
}

/** Shows whether the log was changed outside of the console. */
export function ChainPart({ chain }: { readonly chain: { readonly faults: readonly ChainFault[] } | undefined }) {
  const { audit } = useTexts()
  return (
    <section className="part">
      <h2>{audit.chain}</h2>
      <p>{audit.chainText}</p>
      {chain?.faults.length === 0 && <Note tone="ok">{audit.intact}</Note>}
      {chain !== undefined && chain.faults.length > 0 && (
        <Note tone="bad">
          <ul>
            {chain.faults.map(({ day, fault }) => (
              <li key={day + fault}>{fill(audit.faults[fault], { day })}</li>
            ))}
          </ul>
        </Note>
      )}
      <form className="below" method="get" action="/audit">
        <button type="submit" className="button" name="verify" value="yes">
          {audit.verify}
        </button>
      </form>
    </section>
  )
}

export function ExportPart({ today, ...props }: FilterPartProps) {
  const { audit } = useTexts()
  const given = props.filter.day ?? today
  return (
    <section className="part">
      <h2>{audit.export}</h2>
      <p>{audit.exportText}</p>
      <form className="fields-row below" method="post" action="/audit/export">
        <PersonAndSubject {...props} id="export" />
        <p>
          <label htmlFor="export-from">{audit.from}</label>
          <input {...{ id: 'export-from', name: 'from', type: 'date', max: today, defaultValue: given }} required />
        </p>
        <p>
          <label htmlFor="export-until">{audit.until}</label>
          <input {...{ id: 'export-until', name: 'until', type: 'date', max: today, defaultValue: given }} required />
        </p>
        <button type="submit" className="button">
          {audit.download}
        </button>
      </form>
    </section>
  )
}
