import { ChartFrame, type ChartProps } from './chart-frame.tsx'
import { round } from './scale.ts'
import { Axes, layOut } from './value-axis.tsx'

/** Draws values of days or other labels in an order, as columns side by side. */
export function ColumnChart(props: ChartProps) {
  const { labels, series, formatLabel, formatValue } = props
  const layout = layOut(props)
  const { height, band, toY, centreOf } = layout
  const group = Math.min(band * 0.8, 56 * series.length)
  const width = round(group / Math.max(1, series.length))
  return (
    <ChartFrame {...props} height={height}>
      <Axes labels={labels} {...(formatLabel && { formatLabel })} layout={layout}>
        {series.map(({ name, values }, which) => (
          <g key={name} className={`mark mark-${which}`}>
            {values.map((value, index) => {
              const label = labels[index]
              if (value === undefined || label === undefined) return null
              const [from, to] = [toY(Math.max(0, value)), toY(Math.min(0, value))]
              const x = round(centreOf(index) - group / 2 + which * width)
              return (
                <rect key={label} x={x} y={from} width={round(width * 0.92)} height={round(to - from)}>
                  <title>{`${label}, ${name}: ${formatValue(value)}`}</title>
                </rect>
              )
            })}
          </g>
        ))}
      </Axes>
    </ChartFrame>
  )
}
