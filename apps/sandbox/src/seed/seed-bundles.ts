export interface BundleSeed {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly periodType: 'Daily' | 'Weekly' | 'Monthly' | 'Others'
  readonly category: 'data' | 'social' | 'voice' | 'mixed' | 'sms' | 'router'
  /** -1 is unlimited. */
  readonly data?: readonly [amount: number, unit: 'MB' | 'GB']
  readonly minutes?: number
  readonly sms?: number
  /** Absent: it never ends. */
  readonly days?: number
  readonly lineType: 'PREPAID' | 'POSTPAID'
  readonly service: 'data' | 'social' | 'voice' | 'sms' | 'mixed' | 'HBB'
  /** Kwacha, tax included. */
  readonly price: number
  readonly nightWindow?: string
}

const prepaid = { lineType: 'PREPAID' } as const
const data = { ...prepaid, category: 'data', service: 'data' } as const
const daily = { periodType: 'Daily', days: 1 } as const
const weekly = { periodType: 'Weekly', days: 7 } as const
const monthly = { periodType: 'Monthly', days: 30 } as const
const router = { ...prepaid, ...monthly, category: 'router', service: 'HBB' } as const

export const bundleSeeds: readonly BundleSeed[] = [
  {
    code: 'MW-D-100',
    name: 'Daily 100MB',
    description: '100 MB of data for one day',
    ...data,
    ...daily,
    data: [100, 'MB'],
    price: 300,
  },
  {
    code: 'MW-D-500',
    name: 'Daily 500MB',
    description: '500 MB of data for one day',
    ...data,
    ...daily,
    data: [500, 'MB'],
    price: 800,
  },
  {
    code: 'MW-W-1000',
    name: 'Weekly 1GB',
    description: '1 GB of data for seven days',
    ...data,
    ...weekly,
    data: [1, 'GB'],
    price: 1_200,
  },
  {
    code: 'MW-W-2600',
    name: 'Weekly 2.6GB',
    description: '2.6 GB of data for seven days',
    ...data,
    ...weekly,
    data: [2.6, 'GB'],
    price: 2_000,
  },
  {
    code: 'MW-M-5000',
    name: 'Monthly 5GB',
    description: '5 GB of data for thirty days',
    ...data,
    ...monthly,
    data: [5, 'GB'],
    price: 8_500,
  },
  {
    code: 'MW-M-12000',
    name: 'Monthly 12GB',
    description: '12 GB of data for thirty days',
    ...data,
    ...monthly,
    data: [12, 'GB'],
    price: 15_000,
  },
  {
    code: 'MW-N-2000',
    name: 'Night 2GB',
    description: '2 GB of data for one night, from 23:00 to 06:00',
    ...data,
    periodType: 'Others',
    days: 1,
    data: [2, 'GB'],
    nightWindow: '23:00-06:00',
    price: 900,
  },
  {
    code: 'MW-S-500',
    name: 'WhatsApp weekly 500MB',
    description: '500 MB for WhatsApp for seven days',
    ...prepaid,
    ...weekly,
    category: 'social',
    service: 'social',
    data: [500, 'MB'],
    price: 1_000,
  },
  {
    code: 'MW-V-30',
    name: 'Voice 30 min',
    description: '30 minutes to all networks for one day',
    ...prepaid,
    ...daily,
    category: 'voice',
    service: 'voice',
    minutes: 30,
    price: 250,
  },
  {
    code: 'MW-T-100',
    name: 'SMS 100',
    description: '100 SMS to all networks for one day',
    ...prepaid,
    ...daily,
    category: 'sms',
    service: 'sms',
    sms: 100,
    price: 150,
  },
  {
    code: 'MW-X-1000',
    name: 'Combo 1GB + 60 min + 100 SMS',
    description: '1 GB, 60 minutes and 100 SMS for seven days',
    ...prepaid,
    ...weekly,
    category: 'mixed',
    service: 'mixed',
    data: [1, 'GB'],
    minutes: 60,
    sms: 100,
    price: 2_500,
  },
  {
    code: 'MW-Z-1000',
    name: 'No-expiry 1GB',
    description: '1 GB of data that never expires',
    ...data,
    periodType: 'Others',
    data: [1, 'GB'],
    price: 4_500,
  },
  {
    code: 'HBB-150',
    name: 'Home 150GB',
    description: '150 GB for the home for thirty days',
    ...router,
    data: [150, 'GB'],
    price: 60_000,
  },
  {
    code: 'HBB-UNL',
    name: 'Home Unlimited',
    description: 'Unlimited data for the home for thirty days',
    ...router,
    data: [-1, 'GB'],
    price: 120_000,
  },
  {
    code: 'MW-P-10000',
    name: 'Postpaid monthly 10GB',
    description: '10 GB of data for thirty days, for postpaid lines',
    ...monthly,
    lineType: 'POSTPAID',
    category: 'data',
    service: 'data',
    data: [10, 'GB'],
    price: 12_000,
  },
]
