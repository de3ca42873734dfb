import { PostForm } from '../form/post-form.tsx'
import { Button } from '../ui/button.tsx'
import { LinkChips, Tag } from '../ui/chips.tsx'
import { Field } from '../ui/field.tsx'
import { Empty } from '../ui/notes.tsx'
import type { FixedLineTexts } from './account-texts.ts'
import type { InvoiceRow, ListView } from './invoices-view.ts'

interface InvoiceListProps {
  readonly list: ListView
  readonly texts: FixedLineTexts
  readonly hereHref: string
  /** What was ticked in a refused form; undefined at first. */
  readonly ticked?: readonly string[]
}

export function InvoiceList({ list, texts, hereHref, ticked }: InvoiceListProps) {
  const { rows, filters, find, range, next, previous, overdue } = list
  return (
    <section aria-labelledby="invoices-heading" className="section">
      <h2 id="invoices-heading">{texts.listHeading}</h2>
      {filters.length > 0 && <LinkChips label={texts.filterLabel} links={filters} />}
      {find !== undefined && <FindInvoice find={find} texts={texts} />}
      {rows.length === 0 ? (
        <Empty heading={texts.findNone} text="">
          <a className="link" href={hereHref}>
            {texts.findAll}
          </a>
        </Empty>
      ) : (
        <PostForm noValidate data-total={list.total} data-none={texts.chooseOne} data-format={list.format}>
          <p>{list.text}</p>
          <ul className="invoices" id="invoices">
            <li className="heads invoice" aria-hidden="true">
              <span>{texts.number}</span>
              <span>{texts.due}</span>
              <span>{texts.amount}</span>
            </li>
            {rows.map((row) => (
              <Row key={row.number} row={row} texts={texts} isTicked={ticked?.includes(row.number) ?? row.isTicked} />
            ))}
          </ul>
          {(range !== undefined || next !== undefined) && (
            <nav className="row" aria-label={texts.listHeading}>
              <span className="hint">{range}</span>{' '}
              {previous && (
                <a className="link" href={previous.href}>
                  {previous.text}
                </a>
              )}{' '}
              {next && (
                <a className="link" href={next.href}>
                  {next.text}
                </a>
              )}
            </nav>
          )}
          <p className="sum">
            <output>{texts.totalLater}</output>
          </p>
          <div className="row">
            <Button name="intent" value="chosen">
              {texts.continue}
            </Button>{' '}
            {overdue && (
              <Button variant="second" name="intent" value={overdue.value}>
                {overdue.text}
              </Button>
            )}
          </div>
        </PostForm>
      )}
    </section>
  )
}

interface RowProps {
  readonly row: InvoiceRow
  readonly texts: FixedLineTexts
  readonly isTicked: boolean
}

function Row({ row, texts, isTicked }: RowProps) {
  return (
    <li>
      <label className="invoice">
        <input type="checkbox" name="invoice" value={row.number} defaultChecked={isTicked} data-minor={row.minor} />{' '}
        <span className="what">
          <b>{row.number}</b>
        </span>{' '}
        <small className="period">
          {row.period}
          {row.credited !== undefined && <br />}
          {row.credited}
        </small>{' '}
        <span className="due">
          {row.due} {row.isOverdue && <Tag tone="bad">{texts.overdue}</Tag>}
        </span>{' '}
        <span className="owes">{row.amount}</span>
      </label>
    </li>
  )
}

interface FindInvoiceProps {
  readonly find: NonNullable<ListView['find']>
  readonly texts: FixedLineTexts
}

/** A bill's number reveals nothing about its customer, so it may be part of the address. */
function FindInvoice({ find, texts }: FindInvoiceProps) {
  return (
    <form method="get" className="find">
      <input type="hidden" name="order" value={find.order} />
      {find.show === 'overdue' && <input type="hidden" name="show" value={find.show} />}
      <Field id="find" label={texts.findLabel} type="search" autoComplete="off" defaultValue={find.value} />
      <Button variant="second">{texts.find}</Button>
    </form>
  )
}
