import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LegTimeline } from '../ui/leg-timeline.tsx'
import { Note } from '../ui/note.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Sky, Sun, SunRing, Water } from '../ui/sky.tsx'
import { Tag } from '../ui/tag.tsx'
import { Receipt } from './receipt.tsx'
import type { StatusPageProps } from './status-props.ts'
import type { StatusView } from './status-view.ts'

const tagIcons = { ok: 'tick', wait: 'clock', bad: 'cross' } as const
const adviceLooks = {
  info: { tone: 'info', icon: 'info' },
  ok: { tone: 'ok', icon: 'tick' },
  help: { tone: 'info', icon: 'help' },
} as const

export function StatusPage(props: StatusPageProps) {
  const { view, texts } = props
  const { look, advice } = view
  return (
    <>
      <PageTitle title={`${view.tag}: ${view.heading}`} />
      <Sky
        className={`status ${view.scene}`}
        isNight={look.isNight}
        title={view.heading}
        meta={
          <Tag isState tone={look.tone} icon={tagIcons[look.tone]}>
            {view.tag}
          </Tag>
        }
        sun={
          <>
            {look.hasRing && <SunRing />}
            <Sun level={look.sun} icon={look.sunIcon} />
          </>
        }
      >
        {view.text !== '' && <p>{view.text}</p>}
      </Sky>
      {!look.isNight && <Water className="band" />}
      <div className="wrap columns receipt-page">
        <div>
          <Steps view={view} title={texts.progress} />
          {advice !== undefined && (
            <div className="section">
              <Note {...adviceLooks[advice.tone]}>
                <b>{advice.heading}</b> {advice.text}
              </Note>
            </div>
          )}
          <WayOn {...props} />
        </div>
        <Receipt {...props} />
      </div>
      <Watch {...props} />
    </>
  )
}

function Steps({ view: { steps, note }, title }: { readonly view: StatusView; readonly title: string }) {
  if (note !== undefined) return <p className="section">{note}</p>
  return (
    <section className="section">
      <h2 className="unseen">{title}</h2>
      <LegTimeline steps={steps} />
    </section>
  )
}

function WayOn({ view: { action, links }, shareHref, texts }: StatusPageProps) {
  return (
    <div className="way-on">
      {action !== undefined && (
        <p className="section">
          <ButtonLink href={action.href}>{action.text}</ButtonLink>
        </p>
      )}
      <p className="row">
        {links.map(({ href, text, icon }) => (
          <a className="link" href={href} key={text}>
            {icon !== undefined && <Icon name={icon} />}
            {text}
          </a>
        ))}
        <button className="link" type="button" hidden data-share={shareHref} data-said={texts.linkCopied}>
          <Icon name="share" />
          {texts.share}
        </button>
        <button className="link" type="button" hidden data-print="">
          <Icon name="save" />
          {texts.print}
        </button>
      </p>
      <p className="hint">{texts.linkNote}</p>
    </div>
  )
}

/** With script a small module asks for the state; without it the browser loads the page again, ever less often. */
function Watch({ view, watchHref, texts }: StatusPageProps) {
  if (view.isSettled) return null
  const { refreshSeconds } = view
  return (
    <>
      <div id="watch" data-href={watchHref} data-version={view.version} />
      <noscript>
        {refreshSeconds !== undefined && <meta httpEquiv="refresh" content={String(refreshSeconds)} />}
        <p className="wrap hint">
          {refreshSeconds === undefined
            ? texts.refreshStopped
            : texts.refreshNote.replace('{seconds}', String(refreshSeconds))}
        </p>
      </noscript>
    </>
  )
}
