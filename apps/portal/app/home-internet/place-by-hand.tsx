import { MapFrame } from '../map/map-frame.tsx'
import { Button } from '../ui/button.tsx'
import type { PlaceView } from './place-view.ts'
import { Seen } from './seen.tsx'

interface PlaceByHandProps {
  readonly view: PlaceView
  readonly asks: Extract<PlaceView['asks'], { is: 'by_hand' }>
}

/** On the map; by a name, where there is no map; or by telephone, where there is no name. */
export function PlaceByHand({ view, asks: { why, map, parts, part } }: PlaceByHandProps) {
  const { texts, version, codeNext } = view
  return (
    <>
      {why !== undefined && <p className="section">{why}</p>}
      <section className="section" aria-labelledby="map-heading">
        <h2 id="map-heading">{texts.placeMapHeading}</h2>
        <p>{texts.placeMapText}</p>
        <div className="section">
          <MapFrame map={map} needs={texts.placeNoMap} />
        </div>
        <form method="post" className="by-script field" data-picked="">
          <Seen version={version} />
          <input type="hidden" name="lat" />
          <input type="hidden" name="lng" />
          <input type="hidden" name="address" />
          <Button name="by" value="pin">
            {texts.placePin}
          </Button>
        </form>
        <p className="hint">{codeNext}</p>
      </section>
      <div className="columns even">
        {parts.length > 0 && (
          <section className="section" aria-labelledby="named-heading">
            <h2 id="named-heading">{texts.placeNamedHeading}</h2>
            <form method="post">
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
                <Button look="second" name="by" value="named">
                  {texts.placeNamedButton}
                </Button>
              </div>
            </form>
          </section>
        )}
        <section className="section" aria-labelledby="call-heading">
          <h2 id="call-heading">{texts.placeCallHeading}</h2>
          <p>{texts.placeCallText}</p>
          <form method="post" className="field">
            <Seen version={version} />
            <Button look="second" name="by" value="call">
              {texts.placeCallButton}
            </Button>
          </form>
        </section>
      </div>
    </>
  )
}
