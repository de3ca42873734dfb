/** The operator's identity provider knows a person of the staff so. */
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

/** Each role of the console has one account; the last account has no role. */
export const staffAccounts = [
  account('alinafe', 'Alinafe Banda', 'care_agent'),
  account('chimwemwe', 'Chimwemwe Phiri', 'care_lead'),
  account('thoko', 'Thoko Mbewe', 'finance'),
  account('dalitso', 'Dalitso Nyirenda', 'administrator'),
  account('mphatso', 'Mphatso Gondwe'),
] as const satisfies readonly StaffAccount[]

/** All accounts have this password. */
export const staffPassword = 'nyanja'

export const findAccount = (id: unknown): StaffAccount | undefined => staffAccounts.find((one) => one.id === id)
