/** 19.99 is 1998.9999999999998 times 0.01: this many decimals of a quotient tell a multiple from another number. */
export const multipleOfPrecision = 4;
