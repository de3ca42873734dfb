import { leadStages } from '@nyanja/domain/leads/lead-states'
import { lineTypes } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'

const Name = z.string().min(1)
const Names = z.array(Name).min(1)

/** Folds state words to a comparable form: systems differ in case and separators. */
export function fold(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Finds the entry of a table whose words are folded. */
export function meaningOf<Meaning>(table: Readonly<Record<string, Meaning>>, word: string): Meaning | undefined {
  const folded = fold(word)
  return Object.hasOwn(table, folded) ? table[folded] : undefined
}

/** The path below `BSS_URL`, or the address of an API on another host. */
const Path = z
  .string()
  .regex(
    /^(https?:\/\/[^/?#@\s]+)?\/(?:[^?#\s]*[^/?#\s])?$/,
    'is no path such as /tmf-api/x/v4, without a slash at its end',
  )

const api = (path: string) =>
  z.strictObject({ path: Path.default(path), version: z.enum(['v4', 'v5']).default('v4') }).prefault({})

/**
 * Makes the table of what states mean to the portal. An entry adds to the standard ones or replaces one; `""` is an
 * answer without a state.
 */
function statesOf<Outcome extends string>(
  outcomes: readonly [Outcome, ...Outcome[]],
  standard: Record<string, Outcome>,
) {
  return z
    .record(z.string(), z.enum(outcomes))
    .default({})
    .transform((own) =>
      Object.fromEntries(Object.entries({ ...standard, ...own }).map(([state, outcome]) => [fold(state), outcome])),
    )
}

const deliveryStates = (standard: Record<string, 'delivered' | 'pending' | 'impossible'>) =>
  statesOf(['delivered', 'pending', 'impossible'], standard)

const folded = (standard: readonly string[]) =>
  Names.default([...standard]).transform((states): readonly string[] => states.map(fold))

const LeadType = z.strictObject({ type: Name, rating: Name, priority: z.enum(['low', 'medium', 'high']) })

const apis = {
  catalogue: api('/tmf-api/productCatalogManagement/v4'),
  ordering: api('/tmf-api/productOrderingManagement/v4'),
  inventory: api('/tmf-api/productInventory/v4'),
  balances: api('/tmf-api/prepayBalanceManagement/v4'),
  accounts: api('/tmf-api/accountManagement/v4'),
  bills: api('/tmf-api/customerBillManagement/v4'),
  payments: api('/payment/v4'),
  qualification: api('/tmf-api/serviceQualificationManagement/v4'),
  sales: api('/tmf-api/sales/v4'),
}

export type TmfApi = keyof typeof apis

const isZone = (zone: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}

/** The differences between operators' systems, as a data file. The defaults are TM Forum v4. */
export const BssProfile = z.strictObject({
  $schema: z.string().optional().meta({ description: 'For editors alone' }),
  id: Name.default('tmf-v4'),
  apis: z.strictObject(apis).prefault({}).meta({ description: 'Base path below BSS_URL and version of each API' }),
  number: z
    .strictObject({
      format: z
        .enum(['international', 'national', 'trunk0'])
        .default('international')
        .meta({ description: 'With the calling code, the national digits alone, or those after a 0' }),
      field: z
        .enum(['productSerialNumber', 'productCharacteristic', 'realizingResource'])
        .default('productSerialNumber')
        .meta({ description: 'Where the number of a line stands in its product' }),
      characteristic: Name.default('msisdn').meta({ description: 'Its name, where the number is a characteristic' }),
    })
    .prefault({}),
  lineSpecs: z
    .record(
      z.string(),
      z.strictObject({ lineType: z.enum(lineTypes).optional(), isBroadband: z.boolean().default(false) }),
    )
    .default({
      'ps-prepaid-line': { lineType: 'PREPAID', isBroadband: false },
      'ps-postpaid-line': { lineType: 'POSTPAID', isBroadband: false },
      'ps-hybrid-line': { lineType: 'HYBRID', isBroadband: false },
      'ps-hbb-line': { isBroadband: true },
    })
    .meta({
      description:
        "Ids of the product specifications (or else of the offerings) that are lines, not bundles. Without lineType the product's own is used",
    }),
  lineType: z
    .strictObject({
      characteristic: Name.default('lineType'),
      values: z
        .record(z.string(), z.enum(lineTypes))
        .default({})
        .transform((values) => Object.fromEntries(Object.entries(values).map(([word, type]) => [fold(word), type])))
        .meta({ description: 'Values of that characteristic, where they are not PREPAID, POSTPAID and HYBRID' }),
      endedStates: folded(['terminated', 'cancelled', 'aborted']),
    })
    .prefault({}),
  catalogue: z
    .strictObject({
      lifecycleStatus: Names.default(['Active']).meta({
        description: 'States of offerings on sale. The catalogue is asked for the first one where it is the only one',
      }),
      lineTypeByCategory: z.record(z.string(), z.enum(lineTypes)).default({
        'prepaid-bundles': 'PREPAID',
        'postpaid-bundles': 'POSTPAID',
        'hybrid-bundles': 'HYBRID',
      }),
      defaultLineType: z.enum(lineTypes).default('PREPAID').meta({ description: 'Of offerings that name none' }),
      categoryByService: z
        .record(z.string(), Name)
        .default({ HBB: 'broadband' })
        .meta({ description: "The catalogue's services in the portal's terms; others stay unchanged" }),
      characteristics: z
        .strictObject({
          data: Name.default('data'),
          voice: Name.default('voice'),
          sms: Name.default('sms'),
          service: Name.default('service'),
        })
        .prefault({})
        .meta({ description: 'Names of the characteristics that hold volumes and the service' }),
    })
    .prefault({}),
  buckets: z
    .strictObject({
      by: z
        .enum(['logicalResource.id', 'product.id', 'partyAccount.id'])
        .default('logicalResource.id')
        .meta({ description: 'How the buckets of a line are found' }),
      main: z
        .strictObject({ name: Name.optional(), idEndsWith: Name.optional() })
        .prefault({})
        .meta({ description: 'Which money bucket is topped up and debited; without both, the first one' }),
      usageTypes: z
        .record(z.string(), z.enum(['AIRTIME', 'VOICE', 'SMS', 'DATA']))
        .default({})
        .transform((own) =>
          Object.fromEntries(
            Object.entries({ monetary: 'AIRTIME', voice: 'VOICE', sms: 'SMS', ...own } as const).map(([word, type]) => [
              fold(word),
              type,
            ]),
          ),
        )
        .meta({ description: 'Usage types; others are data' }),
      activeStates: folded(['active']),
    })
    .prefault({}),
  account: z
    .strictObject({
      outstanding: z.enum(['balance', 'sum-of-bills']).default('balance'),
      balanceType: Name.default('outstanding').meta({ description: 'The balance that is the debt of an account' }),
      creditIs: z.enum(['negative', 'positive']).default('negative'),
      openBillStates: folded(['sent', 'partiallyPaid']),
    })
    .prefault({}),
  adjustment: z
    .strictObject({
      positiveMeans: z
        .enum(['credit', 'debit'])
        .default('credit')
        .meta({ description: "Effect of a positive adjustment on the customer's balance" }),
      takesBack: z
        .boolean()
        .default(false)
        .meta({ description: 'Whether airtime of refunded payments may be debited from the line that got it' }),
    })
    .prefault({}),
  money: z
    .strictObject({
      send: z.enum(['number', 'text']).default('number'),
      in: z.enum(['major', 'minor']).default('major').meta({ description: 'minor: amounts are hundredths' }),
      unit: Name.optional().meta({ description: 'The name of the currency, where it is not its ISO code' }),
    })
    .prefault({}),
  dates: z
    .strictObject({
      zone: z
        .string()
        .refine(isZone, 'is no IANA time zone')
        .optional()
        .meta({ description: "The zone of dates without one; default: the market's" }),
    })
    .prefault({}),
  paging: z
    .strictObject({
      size: z.int().min(1).max(1000).default(100),
      style: z.enum(['auto', 'link', 'none']).default('auto').meta({
        description:
          'link: the header Link names every further page, so an answer without it is the last. none: every answer is the whole list, and no page is asked for',
      }),
      mostPages: z.int().min(1).max(1000).default(100),
      emptyIs404: z.boolean().default(false).meta({ description: 'An empty list is answered with 404' }),
    })
    .prefault({}),
  filters: z
    .record(z.string().regex(/^[a-zA-Z]+(\.[a-zA-Z]+)+$/, 'is no filter such as topupBalance.reason'), Name.nullable())
    .default({})
    .meta({
      description:
        'Filters as resource.field: another name for the field, or null for one that the server refuses; the portal then filters',
    }),
  orders: z
    .strictObject({
      cancel: z
        .boolean()
        .default(false)
        .meta({ description: 'Whether an order in progress is cancelled by cancelProductOrder when staff refund it' }),
    })
    .prefault({}),
  findByReference: z
    .strictObject({
      absence: z
        .enum(['certain', 'unknown'])
        .default('certain')
        .meta({ description: 'unknown: an operation that is not found may exist, so staff decide' }),
    })
    .prefault({}),
  states: z
    .strictObject({
      topup: deliveryStates({
        completed: 'delivered',
        created: 'pending',
        failed: 'impossible',
        cancelled: 'impossible',
      }),
      order: deliveryStates({
        completed: 'delivered',
        acknowledged: 'pending',
        pending: 'pending',
        held: 'pending',
        inProgress: 'pending',
        partial: 'pending',
        failed: 'impossible',
        rejected: 'impossible',
        cancelled: 'impossible',
      }),
      payment: deliveryStates({
        done: 'delivered',
        captured: 'delivered',
        authorized: 'pending',
        pendingAuthorization: 'pending',
        failed: 'impossible',
        canceled: 'impossible',
        denied: 'impossible',
      }),
      adjustment: statesOf(['done', 'open', 'refused'], {
        completed: 'done',
        created: 'open',
        failed: 'refused',
        cancelled: 'refused',
      }),
    })
    .prefault({})
    .meta({ description: 'What states mean, in any case. An unknown state is never final' }),
  leads: z
    .strictObject({
      stages: statesOf(leadStages, {
        acknowledged: 'received',
        inProgress: 'checked',
        pending: 'on_hold',
        accepted: 'installed',
        rejected: 'refused',
        cancelled: 'cancelled',
      }).meta({ description: 'The meaning of lead states. Other states leave a lead unchanged' }),
      workedOn: Name.default('inProgress')
        .transform(fold)
        .meta({ description: 'The state in which an installation day may be set' }),
      types: z
        .strictObject({
          order: LeadType.default({ type: 'HBB', rating: 'warm', priority: 'medium' }),
          interest: LeadType.default({ type: 'HBB_INTEREST', rating: 'cold', priority: 'low' }),
        })
        .prefault({}),
      events: Names.default(['salesLeadStateChangeEvent', 'salesLeadAttributeValueChangeEvent']).meta({
        description: 'Events of its hub after which a lead is looked up; case does not matter',
      }),
      findByReference: z
        .enum(['by-name', 'by-listing'])
        .default('by-name')
        .meta({ description: 'by-listing: the server has no filter for names' }),
      service: Name.default('HBB_ODU_AW').meta({ description: 'The service that an address is checked for' }),
      prepayments: Name.default('prepayments').meta({
        description: 'The account that holds money for a line that does not exist yet',
      }),
    })
    .prefault({}),
  channel: z
    .strictObject({ id: Name.default('CWAAA'), name: Name.default('WEBPORTAL'), role: Name.default('web') })
    .prefault({})
    .meta({ description: "The portal's name at the BSS" }),
  requester: z
    .strictObject({ id: Name.default('portal-web'), '@referredType': Name.default('Organization') })
    .prefault({}),
})

export type TmfProfile = z.output<typeof BssProfile>

export const tmfV4: TmfProfile = BssProfile.parse({})
