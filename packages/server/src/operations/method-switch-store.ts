export interface MethodSwitch {
  readonly method: string
  readonly isOpen: boolean
  readonly reason: string
  readonly who: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** One row for each method that was ever switched. */
export interface MethodSwitchStore {
  switches(): Promise<readonly MethodSwitch[]>
  /** Keeps who did it and why, also when it is switched again. */
  turn(change: MethodSwitch): Promise<void>
}
