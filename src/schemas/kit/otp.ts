/** Digits of a one-time code, by which people sign in and confirm what is sensitive: forms, checks and tests follow it. */
export const otpLength = 6;
export const otpPattern = `^[0-9]{${otpLength}}$`;
