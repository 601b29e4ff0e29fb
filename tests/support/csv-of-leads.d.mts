export function csvOfLeads(
  path: string,
  rows: number,
): { readonly rows: number; readonly created: number; readonly re_enquiries: number; readonly failed: number };
