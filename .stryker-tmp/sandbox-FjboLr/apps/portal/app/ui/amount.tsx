// @ts-nocheck
interface AmountProps {
  /** As `displayMoney` writes it: `MWK 2,000`. */
  readonly text: string
  readonly isBig?: boolean
}

/** Never split over two lines. */
export function Amount({ text, isBig = false }: AmountProps) {
  return <span className={isBig ? 'amount big' : 'amount'}>{text}</span>
}
