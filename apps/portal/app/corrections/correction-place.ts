import type { OtpPlace } from '@nyanja/server/otp/code-store'

/** Codes for one payment put no other one right. */
export const correctionPlace = (attemptId: string): OtpPlace => ({
  channel: 'web',
  purposes: ['correction'],
  subject: attemptId,
})
