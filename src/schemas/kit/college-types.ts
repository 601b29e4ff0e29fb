/** What kind of institution a college is, as Indian students ask for it. */
export const collegeTypes = [
  'government',
  'aided',
  'private',
  'autonomous',
  'central_university',
  'state_university',
  'private_university',
  'deemed_university',
  'national_importance',
  'other',
] as const;
export type CollegeType = (typeof collegeTypes)[number];
export const collegeTypeLabels: Readonly<Record<CollegeType, string>> = {
  government: 'Government',
  aided: 'Government-aided',
  private: 'Private',
  autonomous: 'Autonomous',
  central_university: 'Central university',
  state_university: 'State university',
  private_university: 'Private university',
  deemed_university: 'Deemed university',
  national_importance: 'Institute of national importance',
  other: 'Other',
};
