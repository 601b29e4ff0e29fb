/** Characters of the GSM 7-bit alphabet; those of the second list take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ\u00a7¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('^{}\\[~]|€\f');

/** How many parts an SMS has, which is what it is charged for: 160 or 153 characters a part, 70 or 67 in Unicode. */
export function smsParts(text: string): number {
  let length = 0;
  for (const sign of text) {
    if (basic.has(sign)) length += 1;
    else if (extended.has(sign)) length += 2;
    else return parts(text.length, 70, 67);
  }
  return parts(length, 160, 153);
}

const parts = (length: number, alone: number, joined: number): number => (length <= alone ? 1 : Math.ceil(length / joined));
