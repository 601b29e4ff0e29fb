const home = 'Asia/Kolkata';
let zone: string = home;

/** The tenant's zone (D-055): every date on screen is shown in it. */
export const tenantZone = (): string => zone;
/** The session sets it whenever it is read; nobody's and an unknown one is that of India. */
export function setTenantZone(name: string | undefined): void {
  if (name === undefined || name === home) return void (zone = home); // the browser's own table costs a tenth of the first page
  try {
    new Intl.DateTimeFormat('en-IN', { timeZone: name });
    zone = name;
  } catch {
    zone = home; // an unknown name must not blank every list
  }
}
