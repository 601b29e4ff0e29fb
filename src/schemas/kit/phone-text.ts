/** '+919876543210' and '9876543210' as '98765 43210'; other countries as '+44 7700 900123' in groups; anything else as it is. */
export function phoneText(value: unknown): string {
  const text = String(value ?? '').trim();
  if (!text) return '–';
  const indian = /^(?:\+?91|0)?([6-9]\d{4})(\d{5})$/.exec(text.replace(/[\s-]/g, ''));
  if (indian) return `${indian[1]} ${indian[2]}`;
  const abroad = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,12})$/.exec(text);
  return abroad ? `+${abroad[1]} ${abroad[2]!.replace(/(\d{3,4})(?=\d{3,})/g, '$1 ')}` : text;
}
