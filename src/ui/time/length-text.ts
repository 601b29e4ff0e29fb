/** A length of time in seconds as '48 s' or '4 min 12 s'. */
export const lengthText = (seconds: number): string =>
  seconds < 59.5 ? `${Math.round(seconds)} s` : `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
