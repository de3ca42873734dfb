/** Makes a machine that asks for many codes pay for each of them with time. */
// @ts-nocheck

export interface ProofOfWork {
  /** Whether `solution` answers a puzzle of ours that is still open. True once for each puzzle. */
  verify(solution: string): Promise<boolean>
}
