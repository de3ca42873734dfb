import { listPlaceholders } from '@nyanja/domain/texts/fill'
import { z } from 'zod'
import type { Change, ContentFolder } from './content-folder.ts'
import type { Answer } from './content-saver.ts'
import { constantsIn, type EditorParts } from './editor-parts.ts'
import { leavesOf } from './json-leaves.ts'

/** What a browser sends: field names → values. */
export const TypedForm = z.record(z.string(), z.string())

export type TypedForm = z.infer<typeof TypedForm>

const digestName = /^digest:([a-z]{2,3}(?:-[A-Za-z\d]{2,8})*)$/

/** Language → the digest of the version that the writer saw. */
export function digestsIn(form: TypedForm): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => {
      const [, language] = digestName.exec(name) ?? []
      return language === undefined ? [] : [[language, value]]
    }),
  )
}

/** Saves or only checks, by the button that was pressed. */
export async function saveOrCheck(parts: EditorParts, form: TypedForm, changes: readonly Change[]): Promise<Answer> {
  const { content, saver } = parts
  const invented = await inventedPlaces(content, changes, constantsIn(parts))
  if (invented.length > 0) return { outcome: 'faulty', faults: invented }
  return form.do === 'save' ? saver.save(changes) : saver.check(changes)
}

const statuses = {
  good: 200,
  saved: 200,
  unchanged: 200,
  faulty: 422,
  changed_meanwhile: 409,
} as const satisfies Record<Answer['outcome'], number>

export const statusFor = ({ outcome }: Answer) => statuses[outcome]

/**
 * The check measures other languages by English, so only this one notices when English has a placeholder that no page
 * fills: one that its previous text did not have.
 */
async function inventedPlaces(
  content: ContentFolder,
  changes: readonly Change[],
  constants: readonly string[],
): Promise<string[]> {
  const english = changes.filter(({ file }) => /^en\/[^/]+\.json$/.test(file))
  const found = await Promise.all(
    english.map(async ({ file, text }) => {
      const before = placesByKey((await content.read(file)).text)
      return [...placesByKey(text)].flatMap(([key, places]) => {
        const known = [...(before.get(key) ?? places), ...constants]
        const strange = places.filter((one) => !known.includes(one))
        return strange.map((one) => `${file.replace('.json', '')}: ${key} holds {${one}}, which has no value`)
      })
    }),
  )
  return found.flat()
}

function placesByKey(json: string): Map<string, string[]> {
  return new Map((leavesOf(json) ?? []).map(({ key, value }) => [key, listPlaceholders(String(value))]))
}
