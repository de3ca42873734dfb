import { expect, it } from 'vitest'
import { viewIn } from './sites.ts'

const viewportOf = (view: string, zoom: number | string) => viewIn(new URLSearchParams({ view, zoom: String(zoom) }))

it('accepts the view of a map on any screen', () => {
  expect(viewportOf('33.5,-14.2,34,-13.7', 9)).toEqual({ west: 33.5, south: -14.2, east: 34, north: -13.7, zoom: 9 })
  expect(viewportOf('-20,-40,90,20', 5)).toBeDefined()
  expect(viewportOf('33.78,-13.97,33.79,-13.96', 19)).toBeDefined()
})

it('refuses a view that is much wider than its zoom', () => {
  for (const zoom of [10, 14, 19]) expect(viewportOf('-180,-90,180,90', zoom)).toBeUndefined()
  expect(viewportOf('33,-14,34,-13', 16)).toBeUndefined()
  expect(viewportOf('33.001,-14,33.002,-13', 16)).toBeUndefined()
})

it('refuses anything else as a view', () => {
  for (const view of ['', '1,2,3', '1,2,3,4,5', 'a,b,c,d', '34,-14,33,-13', '33,-13,34,-14', '33,-14,33,-13'])
    expect(viewportOf(view, 9)).toBeUndefined()
  for (const zoom of ['', '-1', '20', '9.5', 'near']) expect(viewportOf('33.5,-14.2,34,-13.7', zoom)).toBeUndefined()
  expect(viewportOf('-Infinity,-14,34,-13', 9)).toBeUndefined()
})
