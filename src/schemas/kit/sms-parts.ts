/** Characters of the GSM 7-bit alphabet; those of the second list take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ\u00a7¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('^{}\\[~]|€\f');

export interface SmsLength {
  /** Devanagari, emoji and the like make the whole message Unicode, which holds less than half. */
  readonly encoding: 'GSM-7' | 'Unicode';
  /** Characters as they are charged. */
  readonly length: number;
  readonly parts: number;
  /** How many more fit into the last part. */
  readonly left: number;
}

/** How long an SMS is: 160 characters alone or 153 in each part, in Unicode 70 or 67. */
export function smsLength(text: string): SmsLength {
  let length = 0;
  for (const sign of text) {
    if (basic.has(sign)) length += 1;
    else if (extended.has(sign)) length += 2;
    else return counted('Unicode', text.length, 70, 67);
  }
  return counted('GSM-7', length, 160, 153);
}

/** How many parts an SMS has, which is what it is charged for. */
export const smsParts = (text: string): number => smsLength(text).parts;

function counted(encoding: SmsLength['encoding'], length: number, alone: number, joined: number): SmsLength {
  const parts = length <= alone ? 1 : Math.ceil(length / joined);
  return { encoding, length, parts, left: (parts === 1 ? alone : parts * joined) - length };
}
