import type { ContentPackages } from '../../server/content/content-packages.ts'
import type { DraftOffer } from '../../server/leads/draft.ts'

type DeviceTexts = Pick<
  ContentPackages['website-homepage-config'],
  'deviceName' | 'deviceImage' | 'deviceFeature1' | 'deviceFeature2' | 'deviceFeature3'
>

/** What the operator offers, in his own words. */
export function deviceOf(texts: DeviceTexts): DraftOffer {
  return {
    isNyanjaWorks: true,
    deviceName: texts.deviceName,
    headingImage: texts.deviceImage,
    features: [texts.deviceFeature1, texts.deviceFeature2, texts.deviceFeature3].filter(Boolean),
  }
}
