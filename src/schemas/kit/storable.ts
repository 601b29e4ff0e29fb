/** Text that no database column holds: NUL, or half of a surrogate pair. */
export const unstorableText = /[\0\p{Surrogate}]/u;
