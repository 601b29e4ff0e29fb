/**
 * Where the bytes begin in 'data:<type>[;parameter];base64,<bytes>'; undefined for any other text. By hand, since a pattern over
 * 7 MB of text is slow.
 */
export function startOfBytes(text: string): number | undefined {
  const comma = text.slice(0, 200).indexOf(',');
  return text.startsWith('data:') && comma >= 0 && text.slice(0, comma).endsWith(';base64') ? comma + 1 : undefined;
}
