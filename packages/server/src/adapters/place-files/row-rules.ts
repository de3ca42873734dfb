import {
  isShopTexts,
  readOpenings,
  type ShopText,
  type ShopTexts,
  shopKinds,
  shopServices,
  shopTextNames,
  shopTexts,
} from '@nyanja/domain/places/shop'
import { z } from 'zod'
import type { PlaceTableName, PlaceTables } from '../../places/place-source.ts'

/** The parsing of one line of a table. Each column is independent of all other lines. */
export interface RowRule<Row> {
  /** The columns that the table must have. */
  readonly columns: readonly string[]
  /** The fault of a column, given its name. */
  readonly faultOfColumn?: (column: string) => string | undefined
  readonly schema: z.ZodType<Row, Readonly<Record<string, string>>>
}

export type RowRules = { readonly [Name in PlaceTableName]: RowRule<PlaceTables[Name]> }

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export const text = (most: number) => z.string().min(1, 'is empty').max(most, `is longer than ${most} letters`)
const optional = z.string().default('')

/** Reads degrees, also with a decimal comma, as some spreadsheets write it. */
const degrees = (most: number) =>
  z.string().transform((written, context) => {
    const number = /^-?\d{1,3}([.,]\d+)?$/.test(written) ? Number(written.replace(',', '.')) : Number.NaN
    if (Math.abs(number) <= most) return number
    context.addIssue(`“${written}” is no number from -${most} to ${most}, such as -13.9669`)
    return z.NEVER
  })

const list = optional.transform((written) =>
  written
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean),
)

const yesOrNo = z.string().transform((written, context) => {
  if (/^(yes|no)$/i.test(written)) return written.toLowerCase() === 'yes'
  context.addIssue(`“${written}” is neither yes nor no`)
  return z.NEVER
})

const oneOf = <Value extends string>(values: readonly Value[]) =>
  z.string().transform((written, context) => {
    const known = values.find((value) => value === written)
    if (known !== undefined) return known
    context.addIssue(`“${written}” is none of ${values.join(', ')}`)
    return z.NEVER
  })

const wholeNumber = optional.transform((written, context) => {
  if (/^\d*$/.test(written)) return Number(written)
  context.addIssue(`“${written}” is no whole number`)
  return z.NEVER
})

const openings = optional.transform((written, context) => {
  const read = readOpenings(written)
  if (read !== undefined) return read
  context.addIssue(`“${written}” are no hours such as 08:00-12:00 13:00-17:00; empty means closed`)
  return z.NEVER
})

export const point = { latitude: degrees(90), longitude: degrees(180) }

const District = z.object({
  id: z.string().regex(/^[a-z0-9]{1,20}$/, 'is not of small letters and digits'),
  name: text(60),
  region: text(60),
  ...point,
  aliases: list,
})

const Town = z
  .object({
    name: text(60),
    district: text(60),
    ...point,
    population: wholeNumber,
    homeInternet: yesOrNo,
    aliases: list,
  })
  .transform(({ homeInternet, ...town }) => ({ ...town, hasHomeInternet: homeInternet }))

/** The texts of a shop, and their columns for the market's other languages. An empty one there keeps the first text. */
function readShopTexts(languages: readonly string[]) {
  return z.record(z.string(), z.string()).transform((row, context) => {
    const read = (name: ShopText, column: string, isRequired: boolean) => {
      const { longest } = shopTexts[name]
      const written = row[column] ?? ''
      const refuse = (message: string) => context.addIssue({ code: 'custom', path: [column], message })
      if (written.length > longest) refuse(`is longer than ${longest} letters`)
      if (written === '' && isRequired) refuse('is empty')
      return written === '' ? {} : { [name]: written }
    }
    const textsIn = (columnOf: (name: ShopText) => string, isFirst: boolean): Partial<ShopTexts> =>
      Object.assign(
        {},
        ...shopTextNames.map((name) => read(name, columnOf(name), isFirst && shopTexts[name].isRequired)),
      )
    const texts = textsIn((name) => name, true)
    const all = languages.map((language) => [language, textsIn((name) => `${name}_${language}`, false)] as const)
    const translations = Object.fromEntries(all.filter(([, translated]) => Object.keys(translated).length > 0))
    if (!isShopTexts(texts)) return z.NEVER
    return Object.keys(translations).length === 0 ? texts : { ...texts, translations }
  })
}

/** Reports misspelt columns, which would otherwise be ignored. */
const refuseOtherTranslations = (languages: readonly string[]) => (column: string) => {
  const known = languages.flatMap((language) => shopTextNames.map((name) => `${name}_${language}`))
  const [first = ''] = column.split(/[ _.-]/)
  const isOfText = first !== column && shopTextNames.some((name) => name === first.toLowerCase())
  if (!isOfText || known.includes(column)) return undefined
  const choice = known.length === 0 ? '' : `: there can be ${known.join(' and ')}`
  return `column ${column} is for no other language of this market${choice}`
}

function shopRule(phoneDigits: number) {
  return z
    .object({
      id: z.string().regex(/^[a-z0-9]{1,20}$/, 'is not of small letters and digits'),
      kind: oneOf(shopKinds),
      town: text(60),
      district: text(60),
      phone: z
        .string()
        .transform((written) => written.replaceAll(/[\s-]/g, ''))
        .refine((digits) => digits.length === phoneDigits && /^\d+$/.test(digits), {
          error: `is no number of ${phoneDigits} digits, without country code and leading 0`,
        }),
      ...point,
      ...{ mon: openings, tue: openings, wed: openings, thu: openings, fri: openings, sat: openings, sun: openings },
      services: list.pipe(z.array(oneOf(shopServices))),
    })
    .transform(({ mon, tue, wed, thu, fri, sat, sun, ...shop }) => ({
      ...shop,
      hours: [mon, tue, wed, thu, fri, sat, sun],
    }))
}

export interface RowOptions {
  /** The number of digits of a phone number in this market. */
  readonly phoneDigits: number
  /** The market's languages, next to that of the tables. */
  readonly translations: readonly string[]
}

export function rowRules({ phoneDigits, translations }: RowOptions): RowRules {
  const where = ['latitude', 'longitude']
  const requiredTexts = shopTextNames.filter((name) => shopTexts[name].isRequired)
  return {
    districts: { columns: ['id', 'name', 'region', ...where], schema: District },
    towns: { columns: ['name', 'district', ...where, 'homeInternet'], schema: Town },
    shops: {
      columns: ['id', 'kind', ...requiredTexts, 'town', 'district', 'phone', ...where, ...days],
      schema: shopRule(phoneDigits).and(readShopTexts(translations)),
      faultOfColumn: refuseOtherTranslations(translations),
    },
  }
}
