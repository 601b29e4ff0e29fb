import type { SuspectReason } from '../../src/schemas/kit/lead-suspects';
import { normaliseEmail } from './duplicates';
import { alike, skeleton, soundsLike } from './name-keys';

/** What of a lead says who it is. */
export interface Face {
  readonly id: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly alternate_phone: string | null;
  readonly whatsapp_number: string | null;
  readonly email: string | null;
  readonly city: string | null;
  readonly date_of_birth: string | null;
  readonly duplicate_of?: string | null;
}
const numbers = (face: Face): string[] => [face.phone, face.alternate_phone, face.whatsapp_number].filter((one) => one !== null);
const plain = (text: string | null): string => text?.trim().toLowerCase().replace(/\s+/g, ' ') ?? '';

/** Why two leads may be one person; nothing where there is no reason. */
export function reasonsFor(one: Face, other: Face): SuspectReason[] {
  const reasons: SuspectReason[] = [];
  if (one.phone && one.phone === other.phone) reasons.push('phone');
  else if (numbers(one).some((number) => numbers(other).includes(number))) reasons.push('alternate_phone');
  if (one.email && normaliseEmail(one.email) === normaliseEmail(other.email)) reasons.push('email');
  if (one.duplicate_of === other.id || other.duplicate_of === one.id) reasons.push('duplicate');
  const byContact = reasons.length > 0;
  const [name, others] = [plain(one.name), plain(other.name)];
  const same = name !== '' && name === others && name.includes(' ');
  const sameCity = plain(one.city) !== '' && plain(one.city) === plain(other.city);
  const otherBirth = one.date_of_birth !== null && other.date_of_birth !== null && one.date_of_birth !== other.date_of_birth;
  if (same && one.date_of_birth && one.date_of_birth === other.date_of_birth) reasons.push('name_birth');
  if (same && sameCity && !otherBirth) reasons.push('name_city');
  const sameBirth = one.date_of_birth !== null && one.date_of_birth === other.date_of_birth;
  if (!same && !otherBirth && (sameCity || sameBirth) && alike(name, others)) reasons.push('spelling');
  if (byContact && name && others && !sharesFirstName(name, others)) reasons.push('other_name');
  return reasons;
}

function sharesFirstName(one: string, other: string): boolean {
  const [a = '', b = ''] = [soundsLike(one)[0], soundsLike(other)[0]];
  return a === b || a.startsWith(b) || b.startsWith(a) || skeleton(a) === skeleton(b);
}

const weights: Readonly<Record<SuspectReason, number>> = {
  phone: 6,
  alternate_phone: 5,
  email: 4,
  duplicate: 6,
  name_birth: 5,
  name_city: 2,
  spelling: 1,
  other_name: -3,
};
export const weightOf = (reasons: readonly SuspectReason[]): number =>
  Math.max(
    0,
    reasons.reduce((sum, one) => sum + weights[one], 0),
  );

/** Under which keys a lead is compared with others. */
export function keysOf(face: Face): string[] {
  const name = skeleton(face.name ?? '');
  const city = plain(face.city);
  return [
    ...numbers(face).map((number) => `n ${number}`),
    ...(face.email ? [`e ${normaliseEmail(face.email)}`] : []),
    ...(name.includes(' ') && city ? [`c ${name} ${city}`] : []),
    ...(name.includes(' ') && face.date_of_birth ? [`b ${name} ${face.date_of_birth}`] : []),
    ...(face.duplicate_of ? [`d ${face.duplicate_of}`] : []),
    `d ${face.id}`,
  ];
}
/** More leads of one key are a common name, or an office's number: nobody can look at each pair of them. */
export const largestGroup = 6;
