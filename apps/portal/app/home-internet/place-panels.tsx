import { MapFrame } from '../map/map-frame.tsx'
import { Button } from '../ui/button.tsx'
import { StepDialog } from '../ui/step-dialog.tsx'
import type { PlaceView } from './place-view.ts'
import { Seen } from './seen.tsx'

interface PlacePanelProps {
  readonly view: PlaceView
}

/** A form of one button, which says in which way the place is meant. */
function PlaceForm({ view, by, text }: PlacePanelProps & { readonly by: string; readonly text: string }) {
  return (
    <form method="post" className="field">
      <Seen version={view.version} />
      <Button name="by" value={by}>
        {text}
      </Button>
    </form>
  )
}

/** Somebody came back: the place stands, and the code is still to come. */
export function PlaceChosen({ view, label }: PlacePanelProps & { readonly label: string }) {
  const { texts, codeNext, mapHref } = view
  return (
    <section className="section answer">
      <h2>{texts.placeChosen}</h2>
      <p className="headline">{label}</p>
      <p>{codeNext}</p>
      <PlaceForm view={view} by="kept" text={texts.codeSend} />
      <p>
        <a className="link" href={mapHref}>
          {texts.placeOther}
        </a>
      </p>
    </section>
  )
}

interface PlaceToConfirmProps extends PlacePanelProps {
  readonly found: Extract<PlaceView['asks'], { is: 'confirm' }>
}

export function PlaceToConfirm({ view, found: { label, credit, map } }: PlaceToConfirmProps) {
  const { texts, codeNext, mapHref } = view
  return (
    <div className="columns even">
      <div className="section answer">
        <StepDialog title={texts.placeAsk} close={view.close}>
          <p className="headline">{label}</p>
          {credit !== '' && <p className="hint">{credit}</p>}
          <p>{codeNext}</p>
          <PlaceForm view={view} by="found" text={texts.placeYes} />
          <p>
            <a className="link" href={mapHref}>
              {texts.placeEdit}
            </a>
          </p>
        </StepDialog>
      </div>
      <div className="section">
        <MapFrame map={map} />
      </div>
    </div>
  )
}
