/** Why two leads may be the same person, strongest first. */
const reasonTexts = {
  phone: 'same phone number',
  alternate_phone: 'same number as an alternate',
  email: 'same email',
  duplicate: 'kept apart by the duplicate rule',
  name_birth: 'same name and date of birth',
  name_city: 'same name and city',
  spelling: 'similar name, same city or date of birth',
  other_name: 'different first name, may be family',
} as const;
export type SuspectReason = keyof typeof reasonTexts;
export const suspectReasonNames: readonly SuspectReason[] = [
  'phone',
  'alternate_phone',
  'email',
  'duplicate',
  'name_birth',
  'name_city',
  'spelling',
  'other_name',
];

/** 'same email, different first name, may be family' */
export const reasonsText = (reasons: readonly SuspectReason[]): string =>
  suspectReasonNames
    .filter((one) => reasons.includes(one))
    .map((one) => reasonTexts[one])
    .join(', ');

/** What a reason says about the other lead: a role that does not see these fields does not see the reason. */
export const reasonFields: Readonly<Record<SuspectReason, readonly string[]>> = {
  phone: ['phone'],
  alternate_phone: ['phone', 'alternate_phone', 'whatsapp_number'],
  email: ['email'],
  duplicate: [],
  name_birth: ['name', 'date_of_birth'],
  name_city: ['name', 'city'],
  spelling: ['name', 'city', 'date_of_birth'],
  other_name: ['name'],
};
