/** Stands over every page (A §2.1). */
export const overlay = { load: () => import('./lead-stage-host') };
