import { fill } from '@nyanja/domain/texts/fill'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { Pin } from './pin-step.ts'
import type { PlaceView } from './place-view.ts'
import { Seen } from './plan-picker.tsx'

export interface PinElsewhereProps {
  readonly view: PlaceView
  readonly pin: Pin
  /** The town near which it is. */
  readonly town: string
}

/** A pin in another town than the typed one counts only after confirmation. */
export function PinElsewhere({ view, pin: { lat, lng, address }, town }: PinElsewhereProps) {
  const { texts, version, codeNext, mapHref } = view
  return (
    <section className="section" aria-labelledby="elsewhere-heading">
      <h2 id="elsewhere-heading">{texts.pinElsewhereAsk}</h2>
      <p>{fill(texts.pinElsewhereText, { town })}</p>
      <form method="post" className="field">
        <Seen version={version} />
        <input type="hidden" name="lat" value={lat} />
        <input type="hidden" name="lng" value={lng} />
        <input type="hidden" name="address" value={address} />
        <input type="hidden" name="town" value={town} />
        <Button name="by" value="pin">
          {fill(texts.pinElsewhereYes, { town })}
        </Button>
      </form>
      <p className="hint">{codeNext}</p>
      <p className="field">
        <ButtonLink href={mapHref} look="second">
          {texts.pinElsewhereNo}
        </ButtonLink>
      </p>
    </section>
  )
}
