import { BundleGroup, ListPages } from '../bundles/bundle-group.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LinkChips } from '../ui/chips.tsx'
import { Empty } from '../ui/empty.tsx'
import { Message } from '../ui/message.tsx'
import { Note } from '../ui/note.tsx'
import type { PageView } from './broadband-view.ts'
import type { BundleChoice, BundleListing } from './bundle-choice-view.ts'
import { BundleRow } from './bundle-row.tsx'

interface BundlePickerProps {
  readonly page: PageView
  readonly choice: BundleChoice
  readonly chosen: string
  readonly error?: string
}

const headingId = 'bundles-heading'

/** Every bundle with its price and its end, and the way on to the payment. */
export function BundlePicker({ page, choice, ...picking }: BundlePickerProps) {
  if (choice.is === 'silent')
    return (
      <Framed page={page}>
        <Note tone="wait">{page.bundlesSilent}</Note>
        <p className="field">
          <ButtonLink href={choice.retryHref} look="second">
            {page.tryAgain}
          </ButtonLink>
        </p>
      </Framed>
    )
  if (choice.groups.length === 0)
    return (
      <Framed page={page}>
        <Empty heading={page.bundlesNone} text={page.bundlesNoneText} />
      </Framed>
    )
  return <Picker page={page} listing={choice} {...picking} />
}

function Framed({ page, children }: { readonly page: PageView; readonly children: React.ReactNode }) {
  return (
    <section className="wrap section" aria-labelledby={headingId}>
      <h2 id={headingId}>{page.bundlesHeading}</h2>
      {children}
    </section>
  )
}

type PickerProps = Omit<BundlePickerProps, 'choice'> & { readonly listing: BundleListing }

function Picker({ page, listing, chosen, error }: PickerProps) {
  const { chips, groups, turns, texts } = listing
  const first = groups.find(({ rows }) => rows.length > 0)
  return (
    <form method="post" noValidate className="wrap columns">
      <section className="section" aria-labelledby={headingId}>
        <h2 id={headingId}>{page.bundlesHeading}</h2>
        {error !== undefined && <Message tone="bad">{error}</Message>}
        {chips.length > 0 && <LinkChips label={page.filterLegend} links={chips} layout="slide" />}
        <p className="hint list-note">
          {texts.note} {texts.tax}
        </p>
        {groups.map((group) => (
          <Group
            key={group.period}
            group={group}
            page={page}
            texts={texts}
            chosen={chosen || listing.chosen}
            isFirst={group === first}
          />
        ))}
        {turns !== undefined && <ListPages {...turns} />}
      </section>
      <aside className="order" aria-label={page.bundlesHeading}>
        <div className="slip">
          <p className="in-short">
            <small>{page.choiceHint}</small>
          </p>
          <Button isFull name="intent" value="choose">
            {page.continue}
          </Button>
        </div>
      </aside>
    </form>
  )
}

interface GroupProps {
  readonly group: BundleListing['groups'][number]
  readonly page: PageView
  readonly texts: BundleListing['texts']
  readonly chosen: string
  readonly isFirst: boolean
}

function Group({ group: { heading, rows, more }, page, texts, chosen, isFirst }: GroupProps) {
  const heads = isFirst ? [texts.gives, texts.lasts, texts.perMb, texts.price] : undefined
  return (
    <BundleGroup heading={heading} heads={heads} more={more}>
      {rows.map((row, place) => (
        <BundleRow
          key={row.code}
          id={isFirst && place === 0 ? 'bundle' : undefined}
          row={row}
          texts={texts}
          page={page}
          isChosen={row.code === chosen}
        />
      ))}
    </BundleGroup>
  )
}
