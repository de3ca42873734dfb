import { allValues, ChartFrame, type ChartProps, chartWidth } from './chart-frame.tsx'
import { createAxis, createScale, round } from './scale.ts'

const rowHeight = 34
const barHeight = 14
const room = 110

/** Draws values of names that have no order, such as reasons: each has one row, with its name above the bar. */
export function BarChart(props: ChartProps) {
  const { labels, series, formatValue, formatLabel = (label: string) => label } = props
  const toWidth = createScale(createAxis(allValues(series)), [0, chartWidth - room])
  const perLabel = rowHeight + (series.length - 1) * (barHeight + 3)
  return (
    <ChartFrame {...props} height={labels.length * (perLabel + 6) + 4}>
      {labels.map((label, index) => {
        const top = index * (perLabel + 6)
        return (
          <g key={label}>
            <text x="0" y={top + 13}>
              {formatLabel(label)}
            </text>
            {series.map(({ name, values }, which) => {
              const value = values[index] ?? 0
              const y = top + 18 + which * (barHeight + 3)
              const width = round(Math.max(0, toWidth(value) - toWidth(0)))
              return (
                <g key={name}>
                  <rect className={`mark mark-${which}`} x="0" y={y} width={width} height={barHeight} />
                  <text x={width + 6} y={y + 12}>
                    {formatValue(value)}
                  </text>
                </g>
              )
            })}
          </g>
        )
      })}
    </ChartFrame>
  )
}
