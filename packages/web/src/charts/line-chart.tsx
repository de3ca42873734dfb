import { ChartFrame, type ChartProps } from './chart-frame.tsx'
import { Axes, layOut } from './value-axis.tsx'

/** Each run of known values is a line of its own: a gap is not drawn over. */
function pathOf(points: readonly (readonly [number, number] | undefined)[]): string {
  return points
    .map((point, index) => {
      if (point === undefined) return ''
      return `${points[index - 1] === undefined ? 'M' : 'L'}${point[0]} ${point[1]}`
    })
    .join('')
}

/** Draws how values change over days. */
export function LineChart(props: ChartProps) {
  const { labels, series, formatLabel, formatValue } = props
  const layout = layOut(props)
  const { height, toY, centreOf } = layout
  return (
    <ChartFrame {...props} height={height}>
      <Axes labels={labels} {...(formatLabel && { formatLabel })} layout={layout}>
        {series.map(({ name, values }, which) => (
          <g key={name}>
            <path
              className={`stroke stroke-${which}`}
              d={pathOf(values.map((value, index) => (value === undefined ? value : [centreOf(index), toY(value)])))}
            />
            {values.map((value, index) => {
              const label = labels[index]
              if (value === undefined || label === undefined) return null
              return (
                <circle key={label} className={`mark mark-${which}`} cx={centreOf(index)} cy={toY(value)} r="3.5">
                  <title>{`${label}, ${name}: ${formatValue(value)}`}</title>
                </circle>
              )
            })}
          </g>
        ))}
      </Axes>
    </ChartFrame>
  )
}
