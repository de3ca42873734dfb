import type { DraftOffer } from '@nyanja/server/leads/draft'
import { Icon } from '../ui/icon.tsx'
import { OrderSummary } from '../ui/order-summary.tsx'

/** What the household gets. */
export function DeviceCard({ device }: { readonly device: DraftOffer }) {
  const { deviceName, headingImage, features } = device
  return (
    <OrderSummary>
      {headingImage !== '' && <img className="device" src={headingImage} alt="" width="240" height="150" />}
      <h3>{deviceName}</h3>
      <ul className="ticks">
        {features.map((feature) => (
          <li key={feature}>
            <Icon name="tick" />
            {feature}
          </li>
        ))}
      </ul>
    </OrderSummary>
  )
}
