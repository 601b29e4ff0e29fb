/** D-024: the first segment alone leads to the first page of its family. */
export const landings: Readonly<Record<string, string>> = {
  '/employee': '/employee/attendance',
  '/marketing': '/marketing/utm-builder',
  '/marketing-analytics': '/marketing-analytics/google',
  '/form-builder': '/form-builder/forms',
  '/post-application': '/post-application/forms',
  '/help-support': '/help-support/list',
};
