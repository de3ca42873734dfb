import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'
import type { MadeView } from './made-view.ts'

/** The link, the ways to send it, and what has become of it. */
export function MadeLink({ address, message, whatsAppHref, smsHref, isPaid, shown, onward, texts }: MadeView) {
  return (
    <>
      <div className="section">
        <Note tone={isPaid ? 'ok' : 'info'}>
          <b>{shown}</b>{' '}
          <a className="link" href={onward.href}>
            {onward.text}
          </a>
        </Note>
      </div>
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
            </a>
            <button className="link by-script" type="button" data-copy={address} data-said={texts.copied}>
              <Icon name="copy" />
              {texts.copy}
            </button>
            <button
              className="link by-script"
              type="button"
              data-share={address}
              data-text={message}
              data-said={texts.copied}
            >
              <Icon name="share" />
              {texts.share}
            </button>
          </p>
          <p role="status" className="small" id="said" />
        </section>
      )}
    </>
  )
}
