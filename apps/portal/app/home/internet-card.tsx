import { BeginForm } from '../home-internet/begin-form.tsx'
import { DeviceCard } from '../home-internet/device-card.tsx'
import type { offerView } from '../home-internet/offer-view.ts'

interface InternetCardProps {
  readonly offer: Awaited<ReturnType<typeof offerView>>
  readonly texts: Readonly<
    Record<'imageCardTitle' | 'imageCardTextNoPrice' | 'imageCardButton' | 'internetForAll' | 'internetMore', string>
  >
}

/** Internet at home, for whoever came for something else. */
export function InternetCard({ offer: { device, from, fee, action }, texts }: InternetCardProps) {
  return (
    <section className="wrap columns even card">
      <div>
        <h2>{texts.imageCardTitle}</h2>
        <p>
          {texts.imageCardTextNoPrice} {from !== undefined && `${from}.`} {texts.internetForAll}
        </p>
        <p>{fee}</p>
        <BeginForm action={action} text={texts.imageCardButton} look="second" from="home" />
        <p>
          <a className="link" href={action}>
            {texts.internetMore}
          </a>
        </p>
      </div>
      <DeviceCard device={device} />
    </section>
  )
}
