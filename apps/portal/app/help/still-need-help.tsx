import { Icon } from '../ui/icon.tsx'
import type { HelpFrame } from './help-page.ts'

/** A shop, or a person on the phone. */
export function StillNeedHelp({ frame: { texts, call, callHref, shopHref } }: { readonly frame: HelpFrame }) {
  return (
    <section className="section" aria-labelledby="still">
      <h2 id="still">{texts.stillNeedHelp}</h2>
      <ul className="go">
        <li>
          <a href={callHref}>
            <Icon name="call" />
            <span>
              {call}
              <small>{texts.callText}</small>
            </span>
          </a>
        </li>
        {shopHref !== undefined && (
          <li>
            <a href={shopHref}>
              <Icon name="pin" />
              <span>
                {texts.findStore}
                <small>{texts.findStoreText}</small>
              </span>
              <Icon name="next" />
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}
