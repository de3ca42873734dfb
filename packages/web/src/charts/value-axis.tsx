import type { ReactNode } from 'react'
import { allValues, type ChartProps, chartWidth, toShortNumber } from './chart-frame.tsx'
import { createAxis, createScale, everyLabel, round } from './scale.ts'

const height = 300
const [top, bottom] = [14, 268]

/** Computes the room for the longest tick. */
const leftOf = (ticks: readonly string[]): number => 14 + 8 * Math.max(...ticks.map(({ length }) => length))

/** Places labels from left to right, and values from the bottom up. */
export function layOut({ labels, series, formatTick = toShortNumber }: ChartProps) {
  const axis = createAxis(allValues(series))
  const ticks = axis.ticks.map((value) => ({ value, text: formatTick(value) }))
  const left = leftOf(ticks.map(({ text }) => text))
  const band = (chartWidth - 8 - left) / Math.max(1, labels.length)
  const toY = createScale(axis, [bottom, top])
  const centreOf = (index: number): number => round(left + band * (index + 0.5))
  return { height, left, band, ticks, toY, centreOf }
}

interface AxesProps extends Pick<ChartProps, 'labels' | 'formatLabel'> {
  readonly layout: ReturnType<typeof layOut>
  readonly children: ReactNode
}

/** Draws the grid and the texts below the marks. */
export function Axes({ labels, formatLabel = (label) => label, layout, children }: AxesProps) {
  const { left, ticks, toY, centreOf } = layout
  const shown = labels.map(formatLabel)
  const every = everyLabel(shown, chartWidth - left)
  return (
    <>
      {ticks.map(({ value, text }) => (
        <g key={value}>
          <line className={value === 0 ? 'zero' : 'grid'} x1={left} x2={chartWidth} y1={toY(value)} y2={toY(value)} />
          <text x={left - 8} y={toY(value) + 4.5} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {children}
      {labels.map((label, index) =>
        index % every === 0 ? (
          <text key={label} x={centreOf(index)} y={height - 8} textAnchor="middle">
            {shown[index]}
          </text>
        ) : null,
      )}
    </>
  )
}
