import type { OtpPlace } from '../../server/otp/code-store.ts'

/** Codes for one payment put no other one right. */
export const correctionPlace = (attemptId: string): OtpPlace => ({
  channel: 'web',
  purposes: ['correction'],
  subject: attemptId,
})
