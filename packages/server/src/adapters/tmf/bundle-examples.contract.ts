import { money } from '@nyanja/domain/money/money'

/** The bundles of the sandbox's catalogue, as the portal shows them. */
export const weeklyBundle = {
  productCode: 'MW-W-2600',
  name: 'Weekly 2.6GB',
  description: '2.6 GB of data for seven days',
  category: 'data',
  period: 'Weekly',
  lineType: 'PREPAID',
  data: { bytes: 2_600_000_000, value: 2.6, unit: 'GB' },
  validity: { amount: 7, unit: 'day' },
  price: money('MWK', 200_000),
  translations: { sw: { name: 'Wiki GB 2.6', description: 'GB 2.6 za data kwa siku saba' } },
} as const

export const mixedBundle = {
  productCode: 'MW-X-1000',
  name: 'Combo 1GB + 60 min + 100 SMS',
  description: '1 GB, 60 minutes and 100 SMS for seven days',
  category: 'mixed',
  period: 'Weekly',
  lineType: 'PREPAID',
  data: { bytes: 1e9, value: 1, unit: 'GB' },
  voice: { seconds: 3600, value: 60, unit: 'MIN' },
  sms: 100,
  validity: { amount: 7, unit: 'day' },
  price: money('MWK', 250_000),
  translations: {
    sw: {
      name: 'Mchanganyiko GB 1 + dakika 60 + SMS 100',
      description: 'GB 1, dakika 60 na SMS 100 kwa siku saba',
    },
  },
} as const

export const broadbandBundle = {
  productCode: 'HBB-UNL',
  name: 'Home Unlimited',
  description: 'Unlimited data for the home for thirty days',
  category: 'broadband',
  period: 'Monthly',
  lineType: 'PREPAID',
  data: 'unlimited',
  validity: { amount: 30, unit: 'day' },
  price: money('MWK', 12_000_000),
  translations: {
    sw: { name: 'Nyumbani bila kikomo', description: 'Data bila kikomo ya nyumbani kwa siku thelathini' },
  },
} as const
