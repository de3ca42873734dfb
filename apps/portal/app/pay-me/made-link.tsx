import { displayMoney } from '@nyanja/domain/money/money'
import { onceMore } from '@nyanja/domain/page-links'
import { fill } from '@nyanja/domain/texts/fill'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import type { PayLink, PayLinkStanding } from '@nyanja/server/payments/pay-links'
import { clockOf } from '@nyanja/web/format/clock'
import type { Portal } from '../../server/portal.ts'
import { pickTexts } from '../format/text.ts'
import { describeChoice } from '../order/order-facts.ts'
import { hrefsAt } from '../order/order-page.ts'
import { languageOf } from '../page-language.ts'
import { ButtonLink, ButtonRoom } from '../ui/button.tsx'
import { NoteSection } from '../ui/notes.tsx'
import { QrCode, qrView } from './qr-code.tsx'

/** Shows the link, the ways to send it, and its state. */
export function MadeLink({ address, qr, message, whatsAppHref, smsHref, isPaid, shown, onward, texts }: MadeView) {
  return (
    <>
      <NoteSection tone={isPaid ? 'ok' : 'info'}>
        <b>{shown}</b>{' '}
        <a className="link" href={onward.href}>
          {onward.text}
        </a>
      </NoteSection>
      {!isPaid && (
        <section aria-labelledby="link-heading" className="section">
          <h2 id="link-heading">{texts.linkLabel}</h2>
          <p className="hint">{texts.hint}</p>
          <p className="shared reference">{address}</p>
          <p>
            <ButtonLink href={whatsAppHref}>{texts.byWhatsApp}</ButtonLink>
          </p>
          <p className="row">
            <a className="link" href={smsHref}>
              {texts.bySms}
            </a>{' '}
            <ButtonRoom icon="copy" text={texts.copy} data-copy={address} data-announce={texts.copied} />
            <ButtonRoom
              icon="share"
              text={texts.share}
              data-share={address}
              data-text={message}
              data-announce={texts.copied}
            />
          </p>
          <p role="status" className="small" id="said" data-by-hand={texts.copyByHand} />
          <figure>
            <QrCode {...qr} label={texts.qrLabel} />
            <figcaption className="hint">{texts.qrHint}</figcaption>
          </figure>
        </section>
      )}
    </>
  )
}

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
  const message = fill(texts.message, { amount, what: describeChoice(portal, url, link), link: address })
  const end = clockOf(market, language).near(link.expiresAt, now())
  return {
    address,
    qr: qrView(address),
    message,
    whatsAppHref: `https://wa.me/?text=${encodeURIComponent(message)}`,
    smsHref: `sms:?&body=${encodeURIComponent(message)}`,
    isPaid: standing.state === 'paid',
    shown: texts[standings[standing.state]],
    onward:
      // The visitor who asked follows the payment, not others who were asked.
      standing.state === 'paid' && order.payLink === undefined
        ? { href: to.status(standing.attemptId), text: texts.seePayment }
        : { href: onceMore(to.askToPay({ order: order.id }), now()), text: texts.checkNow },
    texts: {
      ...pickTexts(texts, [
        'linkLabel',
        'qrLabel',
        'qrHint',
        'copy',
        'copied',
        'copyByHand',
        'share',
        'byWhatsApp',
        'bySms',
      ] as const),
      hint: fill(texts.linkHint, { end }),
    },
  }
}

type MadeView = ReturnType<typeof madeView>
