/** Why two leads may be the same person, strongest first. */
export const suspectReasons = {
  phone: 'same phone number',
  alternate_phone: 'same number as an alternate',
  email: 'same email',
  duplicate: 'kept apart by the duplicate rule',
  name_birth: 'same name and date of birth',
  name_city: 'same name and city',
  spelling: 'similar name in the same city',
  other_name: 'different first name, may be family',
} as const;
export type SuspectReason = keyof typeof suspectReasons;

/** 'same email, different first name, may be family' */
export const reasonsText = (reasons: readonly SuspectReason[]): string =>
  (Object.keys(suspectReasons) as SuspectReason[])
    .filter((one) => reasons.includes(one))
    .map((one) => suspectReasons[one])
    .join(', ');

/** What a reason tells about the other lead: a role that does not see these fields is not told. */
export const reasonFields: Readonly<Record<SuspectReason, readonly string[]>> = {
  phone: ['phone'],
  alternate_phone: ['phone', 'alternate_phone', 'whatsapp_number'],
  email: ['email'],
  duplicate: [],
  name_birth: ['name', 'date_of_birth'],
  name_city: ['name', 'city'],
  spelling: ['name', 'city'],
  other_name: ['name'],
};
