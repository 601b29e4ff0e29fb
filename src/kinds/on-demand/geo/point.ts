/** Latitude and longitude of a text, and the one way to write them; undefined for any other text. */
export function pointOf(value: unknown): { lat: number; lng: number; text: string } | undefined {
  const [, first, second] =
    /^\s*\(?(-?\d{1,2}(?:\.\d{1,12})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,12})?)\)?\s*$/.exec(String(value)) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [lat, lng] = [rounded(first), rounded(second)];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng, text: `${lat}, ${lng}` } : undefined;
}

/** Five decimals are a metre; JavaScript writes smaller numbers than those with an exponent. */
const rounded = (text: string): number => Math.round(Number(text) * 1e5) / 1e5 || 0;
