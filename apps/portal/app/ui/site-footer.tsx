import { Icon } from './icon.tsx'
import { Waiting } from './loading-overlay.tsx'
import { type Notices, useShell } from './shell-context.ts'
import { SiteLinks } from './site-links.tsx'

/** Stands where the server says what the page weighed, once it is made. */
export const costPlace = '{page-cost}'

export function SiteFooter() {
  const shell = useShell()
  if (shell === undefined) return null
  const { footer, hasScript } = shell
  return (
    <div className="wrap">
      <a className="care" href={`tel:${footer.careNumber}`}>
        <Icon name="call" />
        {footer.care}
      </a>
      <nav aria-label={footer.navigation}>
        <SiteLinks links={footer.links} />
      </nav>
      <p>{costPlace}</p>
      {hasScript && <NoticeShapes {...footer.notices} />}
    </div>
  )
}

/** What script shows over the page stands here, in the words of the page. */
function NoticeShapes({ close, wait, holdOn, loadingMessage, ...shown }: Notices) {
  return (
    <template
      id="notices"
      data-success={shown.success}
      data-error={shown.error}
      data-offline={shown.offline}
      data-online={shown.online}
      data-seconds={shown.seconds}
    >
      <div className="toast">
        <div>
          <b />
          <p />
        </div>
        <button type="button" aria-label={close}>
          <Icon name="cross" />
        </button>
      </div>
      <div className="overlay" role="status">
        <Waiting wait={wait} holdOn={holdOn} loadingMessage={loadingMessage} />
      </div>
    </template>
  )
}
