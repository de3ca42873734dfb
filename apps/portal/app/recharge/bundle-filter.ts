import type { Kind } from '../bundles/bundle-rows.ts'

export interface Filter {
  readonly kind: Kind
  readonly label: string
}

/** The kind that was asked for, or else the first there is. */
export function shownKind(asked: string | null | undefined, filters: readonly Filter[]): Kind {
  return filters.find(({ kind }) => kind === asked)?.kind ?? filters[0]?.kind ?? 'all'
}

export function rowsOfKind<Row extends { readonly kind: Kind }>(rows: readonly Row[], kind: Kind): readonly Row[] {
  return kind === 'all' ? rows : rows.filter((row) => row.kind === kind)
}
