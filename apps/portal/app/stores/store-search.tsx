import type { Point } from '@nyanja/domain/places/map-cell'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Choices } from './choices.tsx'
import type { StoreTexts } from './shop-texts.ts'
import type { Choice } from './store-view.ts'

export interface StoreSearchProps {
  readonly texts: StoreTexts
  readonly action: string
  readonly label: string
  readonly typed: string
  readonly names: readonly string[]
  /** Radius and kind stay as they are. */
  readonly kept: Readonly<Record<string, string | undefined>>
  readonly kinds: readonly Choice[]
  /** None before a place is known. */
  readonly radii: readonly Choice[]
  /** Where the visitor stands, after he has said so. */
  readonly here?: Point
}

export function StoreSearch(props: StoreSearchProps) {
  const { texts, action, label, typed, names, kept, here } = props
  return (
    <div className="choice">
      <search>
        <form action={action} className="search">
          <Field id="place" label={label} hint={texts.cityPincode} type="search" list="names" defaultValue={typed} />
          <datalist id="names">
            {names.map((name) => (
              <option value={name} key={name} />
            ))}
          </datalist>
          <Kept values={kept} />
          <Button>{texts.search}</Button>
        </form>
      </search>
      <form action={action} method="post" className="here" data-busy={texts.locating}>
        <input type="hidden" name="lat" defaultValue={here?.latitude} />
        <input type="hidden" name="lng" defaultValue={here?.longitude} />
        <p className="row by-script">
          <span className="quiet">{texts.or}</span>
          <button className="link" type="button" data-locate="">
            <Icon name="here" />
            <span>{texts.useCurrentLocation}</span>
          </button>
        </p>
        <Asking {...props} />
      </form>
    </div>
  )
}

function Asking({ texts, kinds, radii, kept }: StoreSearchProps) {
  return (
    <>
      <Choices label={texts.kindLegend} name="kind" choices={kinds} />
      {radii.length > 0 && <Choices label={texts.radiusLegend} name="radius" choices={radii} />}
      {/* After the buttons: of two values with one name the first is taken. */}
      <Kept values={kept} />
    </>
  )
}

function Kept({ values }: { readonly values: Readonly<Record<string, string | undefined>> }) {
  return Object.entries(values).map(
    ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} key={name} />,
  )
}
