import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { Portal } from '../../server/portal.ts'
import { languageOf } from '../page-language.ts'

export type InternetTexts = ContentPackages['home-internet-translation']

export function internetTexts({ market, content }: Pick<Portal, 'market' | 'content'>, url: URL): InternetTexts {
  return content.page('home-internet-translation', languageOf(url, market))
}
