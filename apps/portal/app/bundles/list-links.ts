import { fill } from '@nyanja/domain/texts/fill'
import type { BundleWindow } from './bundle-window.ts'

export interface TextLink {
  readonly href: string
  readonly text: string
}

/** Where another part of a list of bundles stands. */
export type ListHrefOf = (query: { filter?: string; page?: string }) => string

interface ListTexts {
  readonly filterAll: string
  /** `All {count}: {period}` */
  readonly allOf: string
  readonly before: string
  readonly after: string
  /** `{from} to {to} of {count}` */
  readonly shownOf: string
}

interface Linking {
  readonly hrefOf: ListHrefOf
  readonly texts: ListTexts
}

interface Named {
  readonly period: string
  readonly heading: string
}

export function chipsOf(
  groups: readonly Named[],
  { shown, hrefOf, texts }: Linking & { readonly shown: BundleWindow },
): { readonly href: string; readonly label: string; readonly isCurrent: boolean }[] {
  if (groups.length < 2) return []
  return [
    { href: hrefOf({}), label: texts.filterAll, isCurrent: shown.period === undefined },
    ...groups.map(({ period, heading }) => ({
      href: hrefOf({ filter: period }),
      label: heading,
      isCurrent: shown.period === period,
    })),
  ]
}

export function moreOf(
  { period, heading, count, rows }: BundleWindow['groups'][number],
  { shown, hrefOf, texts }: Linking & { readonly shown: BundleWindow },
): TextLink | undefined {
  if (shown.period !== undefined || rows.length >= count) return undefined
  return { href: hrefOf({ filter: period }), text: fill(texts.allOf, { count, period: heading }) }
}

export function outcomesOf({ period, turning }: BundleWindow, { hrefOf, texts }: Linking) {
  if (period === undefined || turning === undefined) return undefined
  const { from, to, count, before, after } = turning
  const link = (page: number | undefined, text: string): TextLink[] =>
    page === undefined ? [] : [{ href: hrefOf({ filter: period, page: String(page) }), text }]
  return {
    text: fill(texts.shownOf, { from, to, count }),
    links: [...link(before, texts.before), ...link(after, texts.after)],
  }
}
