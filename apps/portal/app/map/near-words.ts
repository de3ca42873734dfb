import { fill } from '@nyanja/domain/fill'
import type { ContentPackages } from '../../server/content/content-packages.ts'
import type { Portal } from '../../server/portal.ts'
import type { MapPoint } from './map-config.ts'

/** `Near Hilltown, Lake District` */
export async function nearWords(
  point: MapPoint,
  gazetteer: Portal['places']['gazetteer'],
  { near, nowhere }: Pick<ContentPackages['map-translation'], 'near' | 'nowhere'>,
): Promise<string> {
  const found = await gazetteer.nearest(point)
  return found === undefined ? nowhere : fill(near, { town: found.town, district: found.district })
}
