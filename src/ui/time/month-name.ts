const format = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2027-03' as 'March 2027'. */
export const monthName = (month: string): string => format.format(new Date(`${month}-01T00:00:00Z`));
