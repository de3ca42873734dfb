import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { ColumnHead, TableTexts, TariffRow } from './table-view.ts'

interface TableRowsProps {
  readonly texts: TableTexts
  readonly heads: readonly ColumnHead[]
  readonly rows: readonly TariffRow[]
}

export function TableRows({ texts, heads, rows }: TableRowsProps) {
  return (
    <>
      <p className="hint narrow sorting" aria-hidden="true">
        {texts.sortBy}
      </p>
      <table className="tariffs">
        <caption className="unseen">{texts.title}</caption>
        <thead>
          <tr>
            {heads.map(({ column, text, href, sorted }) => (
              <th scope="col" key={column} aria-sort={sorted}>
                <a href={href}>{text}</a>
              </th>
            ))}
            <th scope="col">
              <span className="unseen">{texts.columnBuy}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.code} row={row} texts={texts} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({ row, texts }: { readonly row: TariffRow; readonly texts: TableTexts }) {
  const { name, category, gives, lasts, perMb, price, buyHref } = row
  return (
    <tr>
      <td>{category}</td>
      <th scope="row">{name}</th>
      <td>{gives}</td>
      <td>
        {lasts} <small>{texts.renewsNot}</small>
      </td>
      <td>{perMb}</td>
      <td>{price}</td>
      <td>
        {buyHref !== undefined && (
          <a className="link" href={buyHref}>
            {texts.buy}
            <span className="unseen"> {name}</span>
          </a>
        )}
      </td>
    </tr>
  )
}

interface SearchFormProps {
  readonly texts: TableTexts
  readonly action: string
  readonly typed: string
  /** Kind, period and order stay as they are. */
  readonly kept: Readonly<Record<string, string | undefined>>
}

/** Submits by the address, so that a search can be cached and shared. */
export function SearchForm({ texts, action, typed, kept }: SearchFormProps) {
  return (
    <search>
      <form action={action} className="search">
        <Field id="q" label={texts.searchLabel} type="search" autoComplete="off" defaultValue={typed} />
        {Object.entries(kept).map(
          ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} key={name} />,
        )}
        <Button>{texts.search}</Button>
      </form>
    </search>
  )
}
