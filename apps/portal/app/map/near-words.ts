import { fill } from '@nyanja/domain/texts/fill'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Portal } from '../../server/portal.ts'
import type { MapPoint } from './map-config.ts'

/** `Near Hilltown, Lake District` */
export async function nearWords(
  point: MapPoint,
  gazetteer: Portal['places']['gazetteer'],
  { near, nearTown, nowhere }: Pick<ContentPackages['map-translation'], 'near' | 'nearTown' | 'nowhere'>,
): Promise<string> {
  const found = await gazetteer.nearest(point)
  if (found === undefined) return nowhere
  const { town, district } = found
  return town === district ? fill(nearTown, { town }) : fill(near, { town, district })
}
