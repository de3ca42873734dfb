import { Button } from '../ui/button.tsx'
import { RadioChips } from '../ui/chips.tsx'
import { Water } from '../ui/page-hero.tsx'
import { PhoneField } from '../ui/phone-field.tsx'

interface QuickRechargeProps {
  readonly action: string
  readonly countryCode: string
  readonly texts: Readonly<
    Record<
      'rechargeHeading' | 'rechargeSubHeading' | 'phoneLabel' | 'kindAirtime' | 'kindBundle' | 'kindBill' | 'continue',
      string
    >
  >
}

/** Number, kind, go on: posted, because an address with a number in it stays in the history of a shared phone. */
export function QuickRecharge({ action, countryCode, texts }: QuickRechargeProps) {
  return (
    <Water className="quick">
      <form method="post" action={action}>
        <PhoneField label={texts.phoneLabel} hint={texts.rechargeSubHeading} prefix={`+${countryCode}`} />
        <RadioChips
          legend={<h2>{texts.rechargeHeading}</h2>}
          name="kind"
          layout="tiles"
          defaultValue="airtime"
          options={[
            { value: 'airtime', label: texts.kindAirtime, icon: 'phone' },
            { value: 'bundle', label: texts.kindBundle, icon: 'data' },
            { value: 'bill', label: texts.kindBill, icon: 'bill' },
          ]}
        />
        <Button>{texts.continue}</Button>
      </form>
    </Water>
  )
}
