import { useTexts } from '../ui/shell-context.ts'

/** The kinds of terms that the search field accepts. */
export function SearchGuide() {
  const { find } = useTexts()
  return (
    <section className="part">
      <h2>{find.guide}</h2>
      <dl className="facts">
        {find.kinds.map(({ name, example }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface AmountSearchProps {
  readonly today: string
  readonly currencies: readonly string[]
  /** The previous search. */
  readonly typed: Readonly<Record<string, string>>
}

/** Searches for a customer who knows the amount and roughly the time. */
export function AmountSearch({ today, currencies, typed }: AmountSearchProps) {
  const { find } = useTexts()
  const field = (name: string, given = '') => ({ id: name, name, defaultValue: typed[name] ?? given })
  return (
    <section className="part">
      <h2>{find.byAmount}</h2>
      <form className="fields-row" method="post" action="/search">
        <p>
          <label htmlFor="amount">{find.amount}</label>
          <input {...field('amount')} inputMode="decimal" autoComplete="off" size={10} required />
        </p>
        <p>
          <label htmlFor="currency">{find.currency}</label>
          <select {...field('currency', currencies[0])}>
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </p>
        <p>
          <label htmlFor="day">{find.day}</label>
          <input {...field('day', today)} type="date" max={today} required />
        </p>
        <p>
          <label htmlFor="from">{find.from}</label>
          <input {...field('from')} type="time" />
        </p>
        <p>
          <label htmlFor="until">{find.until}</label>
          <input {...field('until')} type="time" />
        </p>
        <button type="submit" className="button">
          {find.search}
        </button>
      </form>
    </section>
  )
}
