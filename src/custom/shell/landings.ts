/** D-024: an address that is a family's name alone opens the family's first page. */
export const landings: Readonly<Record<string, string>> = {
  '/employee': '/employee/attendance',
  '/marketing': '/marketing/utm-builder',
  '/marketing-analytics': '/marketing-analytics/google',
  '/form-builder': '/form-builder/forms',
  '/post-application': '/post-application/forms',
  '/help-support': '/help-support/list',
};
