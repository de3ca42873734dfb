export interface Sum {
  readonly minor: number
  readonly currency: string
}

/** What a provider takes of the sum that was asked. */
export const takes = {
  asAsked: (asked: Sum): Sum => asked,
  more:
    (minor: number) =>
    (asked: Sum): Sum => ({ ...asked, minor: asked.minor + minor }),
  half: ({ minor, currency }: Sum): Sum => ({ minor: Math.ceil(minor / 2), currency }),
  dollarsOr:
    (other: string) =>
    ({ minor, currency }: Sum): Sum => ({ minor, currency: currency === 'USD' ? other : 'USD' }),
} as const

/** "1000.5" is 100050 minor units. Undefined: not a positive amount of at most two decimals. */
export function minorIn(decimal: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === undefined) return undefined
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return minor > 0 ? minor : undefined
}

/** 100050 minor units are "1000.50". */
export function decimalOf(minor: number): string {
  return `${Math.trunc(minor / 100)}.${String(Math.abs(minor % 100)).padStart(2, '0')}`
}
