import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { DraftOffer } from '@nyanja/server/leads/draft'

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
