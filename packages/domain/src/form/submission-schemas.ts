/** The content package that says how each form for messages is made. */
export const schemaOf = {
  contact: 'get-contact-form-schema',
  feedback: 'get-feedback-form-schema',
} as const
