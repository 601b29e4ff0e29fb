/** A field key from a label: 'Hostel needed?' is hostel_needed; a label without Latin letters or digits gives 'field'. */
export function keyFromLabel(label: string): string {
  const key = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50);
  return /^[a-z]/.test(key) ? key : `field${key ? `_${key}` : ''}`;
}

/** The label's key, with a number behind it where the key is taken. */
export function keyOutside(label: string, taken: ReadonlySet<string>): string {
  const key = keyFromLabel(label);
  if (!taken.has(key)) return key;
  for (let number = 2; ; number++) if (!taken.has(`${key}_${number}`)) return `${key}_${number}`;
}
