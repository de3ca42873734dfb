import { listPlaceholders } from '@nyanja/domain/texts/fill'
import type { Change, ContentFolder } from './content-folder.ts'
import { leavesOf } from './leaves.ts'

/**
 * The check measures other languages by English, so only this one notices when English has a placeholder that no page
 * fills: one that its previous text did not have.
 */
export async function inventedPlaces(
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
