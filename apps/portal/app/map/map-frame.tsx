import { ButtonRoom } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { MapView } from './map-view.ts'

interface MapFrameProps {
  readonly map: MapView
  /** What a visitor without script can do, where the page does not say what the map shows. */
  readonly withoutScript?: string
}

/** Reserves the room of a map, loaded or not. `map/browser` loads it, and this text is shown until then. */
export function MapFrame({ map: { moduleHref, config, hasGround, texts }, withoutScript }: MapFrameProps) {
  if (!hasGround) return <p className="quiet">{texts.noGround}</p>
  return (
    <div
      className="map"
      data-map={JSON.stringify(config)}
      data-module={moduleHref}
      data-wait={texts.wait}
      data-failed={texts.failed}
    >
      <div className="map-cover">
        <Icon name="pin" />
        <p className={withoutScript === undefined ? 'quiet' : 'quiet cost'}>
          {texts.needs} {withoutScript === undefined && texts.written}
        </p>
        {withoutScript !== undefined && (
          <noscript>
            <p className="quiet">{withoutScript}</p>
          </noscript>
        )}
        <ButtonRoom className="button second" text={texts.show} />
        <p className="quiet" role="status" />
      </div>
    </div>
  )
}
