/** A person of the operator's staff, as his identity provider knows them. */
export interface StaffAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
}

const account = (id: string, name: string, ...roles: readonly string[]): StaffAccount => ({
  id,
  name,
  email: `${id}@nyanja.example`,
  roles,
})

/** One for each role of the console; the last one has none. */
export const staffAccounts = [
  account('alinafe', 'Alinafe Banda', 'care_agent'),
  account('chimwemwe', 'Chimwemwe Phiri', 'care_lead'),
  account('thoko', 'Thoko Mbewe', 'finance'),
  account('dalitso', 'Dalitso Nyirenda', 'administrator'),
  account('mphatso', 'Mphatso Gondwe'),
] as const satisfies readonly StaffAccount[]

/** The password of all accounts. */
export const staffPassword = 'nyanja'

export const findAccount = (id: unknown): StaffAccount | undefined => staffAccounts.find((one) => one.id === id)
