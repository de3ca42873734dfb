import { displayMoney } from '@nyanja/domain/money/money'
import { fill } from '@nyanja/domain/texts/fill'
import type { PlacedOrder } from '@nyanja/server/payments/order'
import type { PayLink, PayLinkStanding } from '@nyanja/server/payments/pay-link-store'
import type { Portal } from '../../server/portal.ts'
import { clockOf } from '../format/clock.ts'
import { pickTexts } from '../format/pick-texts.ts'
import { hrefsAt } from '../payment/order-page.ts'
import { languageOf } from '../visitor-language.ts'
import { whatIsAsked } from './link-facts.ts'

const standings = { open: 'isOpen', being_paid: 'isBeingPaid', paid: 'isPaid' } as const

interface Made {
  readonly order: PlacedOrder
  readonly link: PayLink
  readonly standing: PayLinkStanding
}

/** The link as its maker sees it. */
export function madeView(portal: Portal, url: URL, { order, link, standing }: Made) {
  const { market, content, publicOrigin, now } = portal
  const language = languageOf(url, market)
  const texts = content.page('pay-me-translation', language)
  const to = hrefsAt(url)
  const address = new URL(to.payMe(link.token), publicOrigin).href
  const amount = displayMoney(link.choice.amount)
  const message = fill(texts.message, { amount, what: whatIsAsked(portal, url, link), link: address })
  const end = clockOf(market, language).near(link.expiresAt, now())
  return {
    address,
    message,
    whatsAppHref: `https://wa.me/?text=${encodeURIComponent(message)}`,
    smsHref: `sms:?&body=${encodeURIComponent(message)}`,
    isPaid: standing.is === 'paid',
    shown: texts[standings[standing.is]],
    onward:
      // The payment is for the one who asked to follow, not for others whom he asked.
      standing.is === 'paid' && order.payLink === undefined
        ? { href: to.status(standing.attemptId), text: texts.seePayment }
        : { href: to.askToPay({ order: order.id }), text: texts.checkNow },
    texts: {
      ...pickTexts(texts, ['linkLabel', 'copy', 'copied', 'share', 'byWhatsApp', 'bySms'] as const),
      hint: fill(texts.linkHint, { end }),
    },
  }
}

export type MadeView = ReturnType<typeof madeView>
