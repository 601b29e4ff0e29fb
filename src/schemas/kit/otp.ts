/** Digits of a one-time code, used to sign in and to confirm sensitive changes; forms, checks and tests follow it. */
export const otpLength = 6;
export const otpPattern = `^[0-9]{${otpLength}}$`;
