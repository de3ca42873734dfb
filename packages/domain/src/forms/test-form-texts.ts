export const formTexts = {
  required: '{label} is required',
  tooShort: '{label} must be at least {minLength} characters',
  tooLong: '{label} must be no more than {maxLength} characters',
  invalid: 'Invalid {label}',
  invalidAddress: 'Please enter a valid address',
  invalidLandmark: 'Please enter a valid landmark',
}
