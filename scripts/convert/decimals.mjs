// Numbers with so many digits in all, and so many behind the point, as SQL and Prisma write them.

/** Without decimals it is a whole number; `notes` hear of what a field does not say. */
export function decimalsOf(digits, decimals, notes) {
  if (digits > 15) notes.push(`its ${digits} digits are more than a number keeps exactly here, which are 15`);
  else notes.push(`its limit of ${digits} digits is left out`);
  if (decimals <= 0) return { type: 'integer' };
  return { type: 'number', ...(decimals <= 9 ? { multipleOf: Number(`1e-${decimals}`) } : {}) };
}
