import { Icon } from '../ui/icon.tsx'
import type { MapView } from './map-view.ts'

/** The room that a map takes, whether it comes or not. `/files/map.js` brings it, and this says so until then. */
export function MapFrame({ map: { moduleHref, config, texts } }: { readonly map: MapView }) {
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
        <p className="quiet">{texts.needs}</p>
        <button className="button second by-script" type="button">
          {texts.show}
        </button>
      </div>
    </div>
  )
}
