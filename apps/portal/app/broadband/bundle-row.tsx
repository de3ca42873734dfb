import type { BundleRow as Row } from '../bundles/bundle-rows.ts'
import { Tag } from '../ui/tag.tsx'
import type { PageView } from './broadband-view.ts'
import type { BundleListing } from './bundle-choice-view.ts'

interface BundleRowProps {
  readonly row: Row
  readonly id?: string
  readonly isChosen: boolean
  readonly texts: BundleListing['texts']
  readonly page: PageView
}

export function BundleRow({ row, id, isChosen, texts, page }: BundleRowProps) {
  const [before = '', after = ''] = texts.ends.split('{end}')
  return (
    <li>
      <label className="bundle">
        <input type="radio" name="bundle" id={id} value={row.code} defaultChecked={isChosen} />
        <span className="gives">
          {row.gives} <small>{row.plan}</small>
        </span>
        <span className="ends">
          {row.ends === undefined ? (
            page.endsNever
          ) : (
            <>
              {before}
              <span className="whole">{row.ends}</span>
              {after}. {page.renewsNot}
            </>
          )}
          {row.isCheapest && (
            <>
              {' '}
              <Tag tone="ok">{texts.cheapest}</Tag>
            </>
          )}
        </span>
        <span className="per-mb">{row.perMb}</span>
        <span className="price">{row.price}</span>
      </label>
    </li>
  )
}
