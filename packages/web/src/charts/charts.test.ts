import fc from 'fast-check'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { BarChart } from './bar-chart.tsx'
import { type ChartProps, toShortNumber } from './chart-frame.tsx'
import { ColumnChart } from './column-chart.tsx'
import { LineChart } from './line-chart.tsx'
import { createAxis, createScale, everyLabel } from './scale.ts'

const charts: readonly (readonly [string, FunctionComponent<ChartProps>])[] = [
  ['columns', ColumnChart],
  ['lines', LineChart],
  ['bars', BarChart],
]

const props: ChartProps = {
  title: 'Sales by day',
  labelHeading: 'Day',
  emptyText: 'Rien à montrer',
  labels: ['2026-11-01', '2026-11-02', '2026-11-03'],
  series: [
    { name: 'Captured', values: [5_000, undefined, 7_000] },
    { name: 'Delivered', values: [4_000, 0, 6_500] },
  ],
  formatValue: (value) => `MWK ${value}`,
  formatLabel: (day) => day.slice(8),
}

describe.each(charts)('a chart of %s', (_kind, chart) => {
  const render = (more: Partial<ChartProps> = {}) => renderToStaticMarkup(createElement(chart, { ...props, ...more }))

  it('is named by its title, for eyes and for a screen reader', () => {
    const html = render()
    const [, id] = /<figcaption id="([^"]+)">Sales by day</.exec(html) ?? []
    expect(html).toContain(`role="img" aria-label="Sales by day"`)
    expect(html).toContain(`<figure class="chart" aria-labelledby="${id}"`)
  })

  it('has a table with every value beside it, and a dash where none is known', () => {
    const cells = [...render().matchAll(/<td>([^<]+)<\/td>/g)].map(([, text]) => text)
    expect(cells).toEqual(['MWK 5000', 'MWK 4000', '–', 'MWK 0', 'MWK 7000', 'MWK 6500'])
  })

  it('takes its colours from the page alone, so that it is legible in light and dark', () => {
    expect(render()).not.toMatch(/#[0-9a-f]{3,6}|style=|fill=|rgb/i)
  })

  it('explains its marks where there are several, and needs no explanation for one', () => {
    expect(render()).toContain('class="chart-legend"')
    expect(render({ series: props.series.slice(0, 1) })).not.toContain('chart-legend')
  })

  it('says in the language of the page that there is nothing to show', () => {
    const html = render({ labels: [], series: [{ name: 'Captured', values: [] }] })
    expect(html).toContain('<p>Rien à montrer</p>')
    expect(html).not.toContain('role="img"')
  })

  it('draws only numbers, for any values', () => {
    const values = fc.array(fc.option(fc.integer({ min: -1e12, max: 1e13 }), { nil: undefined }), {
      minLength: 3,
      maxLength: 3,
    })
    fc.assert(
      fc.property(values, values, (one, other) => {
        const html = render({ series: [one, other].map((all, index) => ({ name: `s${index}`, values: all })) })
        expect(html).not.toMatch(/NaN|Infinity|undefined|(?:width|height)="-/)
      }),
    )
  })
})

describe('the axis of a chart', () => {
  it('begins at nothing, ends above every value, and has few whole steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e13 })), (values) => {
        const { ticks, min, max } = createAxis(values)
        expect(ticks).toContain(0)
        expect(min).toBeLessThanOrEqual(Math.min(0, ...values))
        expect(max).toBeGreaterThanOrEqual(Math.max(1, ...values))
        expect(ticks.length).toBeLessThanOrEqual(7)
        expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })

  it.each([
    [
      [0, 7],
      [0, 2, 4, 6, 8],
    ],
    [[93_000], [0, 50_000, 100_000]],
    [
      [-3, 5],
      [-4, -2, 0, 2, 4, 6],
    ],
    [[], [0, 1]],
  ])('of %j has ticks %j', (values, ticks) => {
    expect(createAxis(values).ticks).toEqual(ticks)
  })

  it('turns values into lengths from its first to its last tick', () => {
    const scale = createScale({ min: 0, max: 200 }, [300, 0])
    expect([0, 50, 200].map(scale)).toEqual([300, 225, 0])
  })

  it('leaves out labels that would touch', () => {
    expect(everyLabel(['01', '02', '03'], 700)).toBe(1)
    expect(
      everyLabel(
        Array.from({ length: 100 }, () => '2026-11-01'),
        700,
      ),
    ).toBe(12)
  })

  it.each([
    [999, '999'],
    [20_000, '20k'],
    [1_500_000, '1.5M'],
    [-2_000_000_000, '-2G'],
  ])('writes %i as %s', (value, text) => {
    expect(toShortNumber(value)).toBe(text)
  })
})
