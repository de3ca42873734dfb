import { z } from 'zod'

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'is no colour such as #07506f')

/** The brand's colours. Those of text, warnings and borders are the product's own. */
const Palette = z.object({
  /** The colour of links, chosen things and figures. */
  main: colour,
  onMain: colour,
  /** The colour behind the head of a page. */
  tint: colour,
  /** The colour of the line below the head of a page. */
  glow: colour,
  /** The colour of the dark band below the head of a page, and of the foot. */
  band: colour,
  /** The colour of buttons and edges on the band. */
  bandRaised: colour,
  /** The colour of small text on the band. */
  onBand: colour,
  /** The colour of the first button of a page. */
  accent: colour,
  /** The colour of the first button while it is pressed. */
  accentPressed: colour,
  onAccent: colour,
  /** The colour of the edge below the first button. */
  accentEdge: colour,
})

export type Palette = z.infer<typeof Palette>

/** A path is one shape of the logo, written as in an SVG. */
const LogoPath = z.object({
  d: z.string().regex(/^[-MmLlHhVvCcSsQqTtAaZz0-9.,\s]+$/, 'is no path of an SVG'),
  /** The colour of a shape, which is not filled without it. `text` is the colour of the words beside it. */
  fill: z.union([colour, z.literal('text')]).optional(),
  stroke: z.union([colour, z.literal('text')]).optional(),
  strokeWidth: z.number().positive().optional(),
})

/** The two colours of the brand are enough: all others are derived from them where they are absent. */
export const Look = z
  .object({
    light: Palette.partial().required({ main: true, accent: true }),
    dark: Palette.partial().optional(),
    logo: z
      .object({
        viewBox: z.string().regex(/^-?[\d.]+ -?[\d.]+ [\d.]+ [\d.]+$/, 'is not four figures such as 0 0 30 30'),
        paths: z.array(LogoPath).min(1),
      })
      .optional(),
  })
  .transform(({ light, dark, logo }) => ({
    light: derivePalette('light', light, light.main),
    dark: derivePalette(
      'dark',
      { ...dark, main: dark?.main ?? findReadableColour('dark', light.main), accent: dark?.accent ?? light.accent },
      light.main,
    ),
    ...(logo && { logo }),
  }))

export type Look = z.infer<typeof Look>
export type Logo = NonNullable<Look['logo']>

/** The product's own colours that stand beside those of the brand: `tokens.css` has them too. */
export const ownColours = {
  light: { paper: '#ffffff', shore: '#f1f6f8', ink: '#06222e' },
  dark: { paper: '#071922', shore: '#0c232e', ink: '#eaf3f6' },
} as const

/** The contrast ratios of WCAG 2.2, 1.4.3 for text and 1.4.11 for what is no text. */
const [ofText, ofShapes] = [4.5, 3]

type Scheme = keyof typeof ownColours
type Given = { readonly [Name in keyof Palette]?: string | undefined } & Pick<Palette, 'main' | 'accent'>
const [white, black] = ['#ffffff', '#000000']

/** The least contrast of white with the band: the band of dark mode is below the page. */
const bandContrast = { light: 13, dark: 17 } as const

/**
 * Derives the colours that are absent, with the contrasts that `contrastFaults` requires. Grounds have the brand's own
 * hue.
 */
function derivePalette(scheme: Scheme, { main, accent, ...given }: Given, hue: string): Palette {
  const { paper, ink } = ownColours[scheme]
  const dark = ownColours.light.ink
  const onAccent = given.onAccent ?? selectClearest(accent, [white, dark])
  const band = given.band ?? shiftUntil(hue, black, (colour) => contrastRatio(colour, white) >= bandContrast[scheme])
  const derived = {
    onMain: selectClearest(main, [white, dark]),
    tint: shiftUntil(
      hue,
      paper,
      (colour) => contrastRatio(main, colour) >= 5 && contrastRatio(ink, colour) >= 7,
      scheme === 'light' ? 0.85 : 0.6,
    ),
    glow: mix(accent, paper, 0.5),
    band,
    bandRaised: mix(band, white, 0.14),
    onBand: shiftUntil(main, white, (colour) => contrastRatio(colour, band) >= 7, 0.6),
    accentPressed:
      [black, white]
        .map((towards) => mix(accent, towards, 0.1))
        .find((pressed) => contrastRatio(onAccent, pressed) >= ofText) ?? accent,
    onAccent,
    accentEdge: shiftUntil(accent, ink, (colour) => contrastRatio(colour, paper) >= ofShapes),
  }
  const named = Object.fromEntries(Object.entries(given).filter(([, colour]) => colour !== undefined))
  return Palette.parse({ main, accent, ...derived, ...named })
}

/** Returns the colour itself or the first lighter or darker one that can be read as text on the pages of the scheme. */
function findReadableColour(scheme: Scheme, colour: string): string {
  const { paper, shore, ink } = ownColours[scheme]
  return shiftUntil(colour, ink, (shifted) => [paper, shore].every((back) => contrastRatio(shifted, back) >= 6))
}

const selectClearest = (back: string, [one, other]: readonly [string, string]) =>
  contrastRatio(one, back) >= contrastRatio(other, back) ? one : other

/** Mixes the colour with more and more of another one, from a share on, until it is good enough. */
function shiftUntil(colour: string, towards: string, isGood: (colour: string) => boolean, from = 0): string {
  for (let share = from; share < 1; share += 0.04) {
    const mixed = mix(colour, towards, share)
    if (isGood(mixed)) return mixed
  }
  return towards
}

function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round((from ?? 0) * (1 - share) + (to ?? 0) * share)
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Computes a ratio from 1 to 21, as WCAG 2.2 defines it. */
export function contrastRatio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Lists pairs of colours that a reader could not tell apart well enough, each with its ratio. */
export function contrastFaults(look: Look): string[] {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const [brand, own] = [look[scheme], ownColours[scheme]]
    const all: Readonly<Record<string, string>> = { ...brand, ...own, white: '#ffffff' }
    return pairs.flatMap(([front, back, least]) => {
      const ratio = contrastRatio(all[front] ?? '', all[back] ?? '')
      if (ratio >= least) return []
      return [`look.${scheme}: ${front} on ${back} has a contrast of ${ratio.toFixed(2)}, at least ${least} is needed`]
    })
  })
}

type ColourName = keyof Palette | keyof (typeof ownColours)['light'] | 'white'

const pairs: readonly (readonly [front: ColourName, back: ColourName, least: number])[] = [
  ['main', 'paper', ofText],
  ['main', 'shore', ofText],
  ['main', 'tint', ofText],
  ['onMain', 'main', ofText],
  ['ink', 'tint', ofText],
  ['white', 'band', ofText],
  ['white', 'bandRaised', ofText],
  ['onBand', 'band', ofText],
  ['onAccent', 'accent', ofText],
  ['onAccent', 'accentPressed', ofText],
  ['accent', 'band', ofShapes],
  ['accentEdge', 'paper', ofShapes],
]
