/** The value that a control reports, typed as one of its options; undefined if it is none of them. */
export const chosenOf = <T>(options: readonly { readonly value: T }[], value: unknown): T | undefined =>
  options.find((one) => one.value === value)?.value;
