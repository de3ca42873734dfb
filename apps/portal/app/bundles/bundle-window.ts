import type { Clock } from '@nyanja/web/format/clock'
import { type BundleGroup, type BundleGroups, type BundleRow, type Kind, rowAt } from './bundle-rows.ts'

/** The size of the part of a long list that one page shows. */
export interface WindowSize {
  /** The most rows of each group, where all groups are shown. */
  readonly perGroup: number
  /** The most rows of all groups together, and of one group that is shown alone. */
  readonly most: number
}

export interface Selection {
  readonly kind: Kind
  /** The period in the address, whose group is shown alone. */
  readonly period: string | null
  /** The number of the page, from 1. */
  readonly page: number
}

export interface ShownGroup {
  readonly period: string
  readonly heading: string
  /** The size of the whole group. */
  readonly count: number
  readonly rows: readonly BundleRow[]
}

/** The pages of one group that is too long for one page. */
export interface Turning {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly before?: number
  readonly after?: number
}

export interface BundleWindow {
  readonly groups: readonly ShownGroup[]
  /** The period of the one group that is shown. */
  readonly period?: string
  readonly turning?: Turning
}

interface Moment {
  readonly now: number
  readonly clock: Clock
}

/** Cuts the requested page from a list. Its cost grows with what it shows, not with the list. */
export function windowOn(
  bundleGroups: BundleGroups,
  selection: Selection,
  { perGroup, most }: WindowSize,
  moment: Moment,
): BundleWindow {
  const groups = bundleGroups.groups.get(selection.kind) ?? []
  const alone = groups.find(({ period }) => period === selection.period)
  if (alone === undefined) return { groups: firstOfEach(groups, { perGroup, most }, moment) }

  const count = alone.stock.length
  const pages = Math.max(1, Math.ceil(count / most))
  const page = Math.min(Math.max(1, selection.page), pages)
  const from = (page - 1) * most
  const shown = shownOf(alone, { from, to: from + most }, moment)
  return {
    groups: [shown],
    period: alone.period,
    ...(pages > 1 && {
      turning: {
        from: from + 1,
        to: from + shown.rows.length,
        count,
        ...(page > 1 && { before: page - 1 }),
        ...(page < pages && { after: page + 1 }),
      },
    }),
  }
}

function firstOfEach(groups: readonly BundleGroup[], { perGroup, most }: WindowSize, moment: Moment): ShownGroup[] {
  // Each group has an equal share, so that no group is only a heading while there is room.
  const share = Math.min(perGroup, Math.max(1, Math.floor(most / groups.length)))
  let left = most
  return groups.map((group) => {
    const shown = shownOf(group, { from: 0, to: Math.min(share, left) }, moment)
    left -= shown.rows.length
    return shown
  })
}

function shownOf(
  { period, heading, stock }: BundleGroup,
  { from, to }: { readonly from: number; readonly to: number },
  moment: Moment,
): ShownGroup {
  const rows = stock.slice(from, to).map(({ row, bundle }) => rowAt(row, bundle, moment))
  return { period, heading, count: stock.length, rows }
}
