import { destinations } from '@nyanja/domain/help'
import { type FillValues, fillKnown } from '@nyanja/domain/texts/fill'
import { z } from 'zod'
import type { SourceCategory, SourceLanguage } from '../../help/help-source.ts'
import { schemaFaults } from './read-article.ts'
import { readSheet } from './sheet.ts'

const Id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const SubCategory = z.strictObject({
  id: Id,
  title: z.string().min(2),
  text: z.string().optional(),
  goesTo: z.enum(destinations).optional(),
})
const Categories = z.array(
  z.strictObject({
    id: Id,
    title: z.string().min(2),
    text: z.string().optional(),
    icon: z.string().optional(),
    subCategories: z.array(SubCategory).default([]),
  }),
)

type Reading = Pick<SourceLanguage, 'categories' | 'placeOfCategories'> & { readonly faults: readonly string[] }

export function readCategories(name: string, text: string, constants: FillValues): Reading {
  const sheet = readSheet({ name, text })
  const found = Categories.safeParse(sheet.values)
  const filled = <Row extends { title: string; text?: string | undefined }>(row: Row) => ({
    ...row,
    title: fillKnown(row.title, constants),
    ...(row.text !== undefined && { text: fillKnown(row.text, constants) }),
  })
  const categories: SourceCategory[] = (found.data ?? []).map((category) => ({
    ...filled(category),
    subCategories: category.subCategories.map(filled),
  }))
  const faults = [...sheet.faults, ...(found.error ? schemaFaults(found.error, sheet) : [])]
  return { categories, placeOfCategories: sheet.placeOf, faults }
}
