import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import { openOnly } from '../open-screens.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Tag } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHero, ProgressMark } from '../ui/page-hero.tsx'

interface BannerProps {
  readonly prefix: LanguagePrefix
  readonly texts: Readonly<
    Record<'badge' | 'heading' | 'subHeading' | 'heroTopUp' | 'heroPayBill' | 'actionBalance' | 'actionShops', string>
  >
}

const actions = [
  { screen: 'dataBalance', icon: 'clock', text: 'actionBalance' },
  { screen: 'shops', icon: 'pin', text: 'actionShops' },
] as const

/** Would push the form below the first screen of a small phone at the size of a short one. */
const isLong = (heading: string) => heading.length > 18

/** What most visitors come for, at the top of the first page. */
export function Banner({ prefix, texts }: BannerProps) {
  const [bills] = openOnly([{ screen: 'bills' }], prefix)
  return (
    <PageHero
      className={isLong(texts.heading) ? 'hero long' : 'hero'}
      meta={<Tag>{texts.badge}</Tag>}
      title={texts.heading}
      progressMark={<ProgressMark level={60} />}
    >
      <p>{texts.subHeading}</p>
      <div className="choices">
        <ButtonLink href="#msisdn" look="second">
          {texts.heroTopUp}
        </ButtonLink>
        {bills !== undefined && (
          <ButtonLink href={bills.href} look="second">
            {texts.heroPayBill}
          </ButtonLink>
        )}
      </div>
      <ul className="actions">
        {openOnly(actions, prefix).map(({ href, icon, text }) => (
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
