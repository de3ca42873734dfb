import { ChallengeNote, type challengeBefore } from '../challenge/challenge-note.tsx'
import { PostForm } from '../form/post-form.tsx'
import { BackLink, Button } from '../ui/button.tsx'
import { Note } from '../ui/notes.tsx'
import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import { PageHero, PageTitle, ProgressMark } from '../ui/page-hero.tsx'
import type { AgainView } from './again-view.ts'

interface AgainPageProps {
  readonly view: AgainView
  readonly challenge?: Awaited<ReturnType<typeof challengeBefore>>
}

/** Shows what is sold again, at the price of today, and the press that buys it. */
export function AgainPage({ view, challenge }: AgainPageProps) {
  const { facts, press, seen, note, next, button, links, texts } = view
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHero
        title={texts.title}
        progressMark={<ProgressMark level={60} />}
        meta={links.receipt !== undefined && <BackLink href={links.receipt} text={texts.back} />}
      />
      <div className="wrap columns even again-page">
        <div>
          <OrderSummary>
            <Facts facts={facts} />
            <p className="hint">{texts.numberHidden}</p>
          </OrderSummary>
        </div>
        <PostForm data-challenge={challenge?.view.proofOfWork}>
          {note !== undefined && <Note tone="wait">{note}</Note>}
          {challenge !== undefined && <ChallengeNote {...challenge} />}
          <input type="hidden" name="press" value={press} />
          <input type="hidden" name="seen" value={seen} />
          <p>{next}</p>
          <p>
            <Button name="pay" value="same">
              {button}
            </Button>
          </p>
          <p className="row">
            <button className="link" type="submit" name="pay" value="other">
              {texts.otherWay}
            </button>{' '}
            {links.change !== undefined && (
              <a className="link" href={links.change}>
                {texts.change}
              </a>
            )}
          </p>
        </PostForm>
      </div>
    </>
  )
}
