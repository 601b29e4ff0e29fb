const home = 'Asia/Kolkata';
let zone: string = home;

/** The tenant's time zone (D-055): every date on screen is shown in it. */
export const tenantZone = (): string => zone;
/** Set by the session whenever it is read; without a zone, or with an unknown one, it is that of India. */
export function setTenantZone(name: string | undefined): void {
  if (name === undefined || name === home) return void (zone = home); // the browser's own table takes a tenth of the first page's time
  try {
    new Intl.DateTimeFormat('en-IN', { timeZone: name });
    zone = name;
  } catch {
    zone = home; // an unknown name must not blank every list
  }
}
