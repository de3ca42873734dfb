import { PostForm } from '../form/post-form.tsx'
import { MapFrame } from '../map/map-frame.tsx'
import type { MapView } from '../map/map-view.ts'
import { Button } from '../ui/button.tsx'
import type { PlaceView } from './place-view.ts'
import { Seen } from './plan-picker.tsx'

interface PlaceByHandProps {
  readonly view: PlaceView
  readonly asks: Extract<PlaceView['asks'], { kind: 'by_hand' }>
}

/**
 * The visitor gives the address by a name, by telephone, or on the map: first where the map shows streets, and
 * otherwise last and roughly.
 */
export function PlaceByHand({ view, asks }: PlaceByHandProps) {
  const { why, hasStreets, map } = asks
  return (
    <>
      {why !== undefined && <p className="section">{why}</p>}
      {map && hasStreets && <OnMap view={view} asks={asks} map={map} />}
      <Described view={view} asks={asks} />
      {map && !hasStreets && <OnMap view={view} asks={asks} map={map} />}
    </>
  )
}

interface OnMapProps extends PlaceByHandProps {
  readonly map: MapView
}

function OnMap({ view: { texts, version, codeNext }, asks: { hasStreets }, map }: OnMapProps) {
  return (
    <section className="section" aria-labelledby="map-heading">
      <h2 id="map-heading">{hasStreets ? texts.placeMapHeading : texts.placeRoughHeading}</h2>
      <p>{hasStreets ? texts.placeMapText : texts.placeRoughText}</p>
      <div className="section">
        <MapFrame map={map} withoutScript={texts.placeNoMap} />
      </div>
      <PostForm className="by-script field" data-picked="">
        <Seen version={version} />
        <input type="hidden" name="lat" />
        <input type="hidden" name="lng" />
        <input type="hidden" name="address" />
        <Button name="by" value="pin" variant={hasStreets ? 'primary' : 'second'}>
          {texts.placePin}
        </Button>
      </PostForm>
      <p className="hint">{codeNext}</p>
    </section>
  )
}

function Described({ view: { texts, version }, asks: { parts, part, hasStreets } }: PlaceByHandProps) {
  const first = hasStreets ? 'second' : 'primary'
  const hasParts = parts.length > 0
  return (
    <div className="columns even">
      {hasParts && (
        <section className="section" aria-labelledby="named-heading">
          <h2 id="named-heading">{texts.placeNamedHeading}</h2>
          <PostForm>
            <Seen version={version} />
            <div className="field">
              <label htmlFor="named">{texts.placeNamed}</label>
              <div className="box">
                <select id="named" name="named" defaultValue={part}>
                  <option value="">{texts.placeNamedChoose}</option>
                  {parts.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </select>
              </div>
            </div>
            <div className="field">
              <Button variant={first} name="by" value="named">
                {texts.placeNamedButton}
              </Button>
            </div>
          </PostForm>
        </section>
      )}
      <section className="section" aria-labelledby="call-heading">
        <h2 id="call-heading">{texts.placeCallHeading}</h2>
        <p>{texts.placeCallText}</p>
        <PostForm className="field">
          <Seen version={version} />
          <Button variant={hasParts ? 'second' : first} name="by" value="call">
            {texts.placeCallButton}
          </Button>
        </PostForm>
      </section>
    </div>
  )
}
