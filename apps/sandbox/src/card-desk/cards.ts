import type { CardTrace } from './card-house.ts'

export type CardOutcome = { readonly kind: 'ask the bank' } | { readonly kind: 'declined'; readonly reason: string }

interface TestCard {
  readonly number: string
  readonly brand: string
  readonly words: string
  readonly outcome: CardOutcome
}

const askTheBank: CardOutcome = { kind: 'ask the bank' }

/** The only cards in the world of the sandbox. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'Visa', words: 'Approved', outcome: askTheBank },
  { number: '5436886269848367', brand: 'Mastercard', words: 'Approved, 3-D Secure', outcome: askTheBank },
  {
    number: '4000000000000002',
    brand: 'Visa',
    words: 'Declined',
    outcome: { kind: 'declined', reason: 'Transaction declined' },
  },
  {
    number: '4000000000009995',
    brand: 'Visa',
    words: 'Declined, insufficient funds',
    outcome: { kind: 'declined', reason: 'Transaction declined - Insufficient funds' },
  },
]

export const findCard = (typed: string): TestCard | undefined =>
  testCards.find(({ number }) => number === typed.replace(/[\s-]/g, ''))

export const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ')

export const traceOf = ({ number, brand }: Pick<TestCard, 'number' | 'brand'>): CardTrace => ({
  last4: number.slice(-4),
  brand,
})
