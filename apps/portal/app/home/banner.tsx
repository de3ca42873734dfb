import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import { type Offering, openOnly } from '../screen-links.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Tag } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHero, ProgressMark } from '../ui/page-hero.tsx'

interface BannerProps {
  readonly links: ReturnType<typeof bannerLinks>
  readonly texts: Readonly<
    Record<'badge' | 'heading' | 'subHeading' | 'heroTopUp' | 'heroPayBill' | 'actionBalance' | 'actionShops', string>
  >
}

const actions = [
  { screen: 'dataBalance', icon: 'clock', text: 'actionBalance' },
  { screen: 'shops', icon: 'pin', text: 'actionShops' },
] as const

export function bannerLinks(prefix: LanguagePrefix, market: Offering) {
  const [bills] = openOnly([{ screen: 'bills' }], prefix, market)
  return { billsHref: bills?.href, actions: openOnly(actions, prefix, market) }
}

/** Tells whether the text would push the form below the first screen of a small phone at the size of a short one. */
const isLong = (heading: string) => heading.length > 18

/** What most visitors come for, at the top of the first page. */
export function Banner({ links: { billsHref, actions: shown }, texts }: BannerProps) {
  return (
    <PageHero
      className={isLong(texts.heading) ? 'hero long' : 'hero'}
      meta={<Tag>{texts.badge}</Tag>}
      title={texts.heading}
      progressMark={<ProgressMark level={60} />}
    >
      <p>{texts.subHeading}</p>
      <div className="choices">
        <ButtonLink href="#msisdn" variant="second">
          {texts.heroTopUp}
        </ButtonLink>{' '}
        {billsHref !== undefined && (
          <ButtonLink href={billsHref} variant="second">
            {texts.heroPayBill}
          </ButtonLink>
        )}
      </div>
      <ul className="actions">
        {shown.map(({ href, icon, text }) => (
          <li key={text}>
            <a href={href}>
              <Icon name={icon} />
              {texts[text]}
            </a>
          </li>
        ))}
      </ul>
    </PageHero>
  )
}
