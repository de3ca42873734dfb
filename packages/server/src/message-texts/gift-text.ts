import { fill } from '@nyanja/domain/texts/fill'
import { countSeptets, gsmSmsLength, toGsmText } from '@nyanja/domain/texts/gsm-alphabet'
import type { OutboxMessage } from '../common/outbox-message.ts'
import type { ContentPackages } from '../content/content-packages.ts'

type Texts = ContentPackages['sms-translation']

interface GiftTextOptions {
  readonly textsIn: (language: string) => Texts
  /** The market's first language. */
  readonly mainLanguage: string
}

const isOneSms = (text: string): boolean => {
  const septets = countSeptets(toGsmText(text))
  return septets !== undefined && septets <= gsmSmsLength
}

/**
 * Writes what came, and the giver's words last, so that they can end nothing that the operator says. Nobody has proven
 * to be the giver, so that the text names none. The receiver's language is unknown: the text is in the giver's, and in
 * the market's first language too where both fit into one SMS.
 */
export function createGiftText({ textsIn, mainLanguage }: GiftTextOptions) {
  return ({ language, params }: Pick<OutboxMessage, 'language' | 'params'>): string => {
    const { message = '' } = params
    const [own, main] = [textsIn(language), textsIn(mainLanguage)]
    const whatIn = ({ giftAirtime, giftBundle }: Texts) =>
      fill(params.bundle === undefined ? giftAirtime : giftBundle, params)
    const texts = [
      ...(language === mainLanguage
        ? []
        : [`${whatIn(own)} ${whatIn(main)} ${own.giftWords} / ${main.giftWords}: ${message}`]),
      `${whatIn(own)} ${own.giftWords}: ${message}`,
    ]
    // The names of bundles are the BSS's, of any length.
    return texts.find(isOneSms) ?? `${own.giftAnyBundle} ${own.giftWords}: ${message}`
  }
}
