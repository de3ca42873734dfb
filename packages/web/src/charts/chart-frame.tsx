import { type ReactNode, useId } from 'react'

export interface Series {
  readonly name: string
  /** The values, one for each label; undefined where nothing is known. */
  readonly values: readonly (number | undefined)[]
}

export interface ChartProps {
  readonly title: string
  /** The heading of the labels in the table. */
  readonly labelHeading: string
  readonly labels: readonly string[]
  /** The series, at most three: more cannot be told apart. */
  readonly series: readonly Series[]
  /** A value as it is read in the table and beside a mark: `MWK 5,000`. */
  readonly formatValue: (value: number) => string
  /** A value at the axis, where it must be short. */
  readonly formatTick?: (value: number) => string
  /** The text in place of a drawing without labels. */
  readonly emptyText: string
  /** A label at the axis; the table has it in full. */
  readonly formatLabel?: (label: string) => string
}

export const chartWidth = 720

export const allValues = (series: readonly Series[]): readonly number[] =>
  series.flatMap(({ values }) => values.flatMap((value) => (value === undefined ? [] : [value])))

/** Shortens whole thousands and millions. */
export function toShortNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e9) return `${value / 1e9}G`
  if (size >= 1e6) return `${value / 1e6}M`
  return size >= 1e4 ? `${value / 1e3}k` : String(value)
}

interface FrameProps extends Omit<ChartProps, 'formatTick'> {
  readonly height: number
  readonly children: ReactNode
}

/** A drawing with its title, its legend, and the same figures as a table. */
export function ChartFrame({ title, emptyText, height, children, ...table }: FrameProps) {
  const id = useId()
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <div className="chart-body">
        <div className="chart-drawing">
          {table.series.length > 1 && <Legend series={table.series} />}
          {table.labels.length === 0 ? (
            <p>{emptyText}</p>
          ) : (
            <svg viewBox={`0 0 ${chartWidth} ${height}`} role="img" aria-label={title}>
              {children}
            </svg>
          )}
        </div>
        <ChartTable title={title} {...table} />
      </div>
    </figure>
  )
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <ul className="chart-legend">
      {series.map(({ name }, index) => (
        <li key={name}>
          <svg viewBox="0 0 28 12" aria-hidden="true">
            <rect className={`mark mark-${index}`} x="1" y="1" width="10" height="10" />
            <line className={`stroke stroke-${index}`} x1="12" x2="28" y1="6" y2="6" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

type TableProps = Pick<ChartProps, 'title' | 'labelHeading' | 'labels' | 'series' | 'formatValue'>

/** The region scrolls, so it takes the focus of a keyboard. */
function ChartTable({ title, labelHeading, labels, series, formatValue }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard.
    <section className="chart-table" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{labelHeading}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{formatOne(values[index], formatValue)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const formatOne = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined ? '–' : format(value)
