/** What a partner college is sent of a lead, under these names, where it has no mapping of its own. */
export const pushedFields = ['id', 'name', 'phone', 'email', 'city', 'state', 'college', 'course', 'created_at'] as const;
/** What a mapping can choose from. */
export const pushableFields = [...pushedFields, 'alternate_phone', 'gender', 'date_of_birth', 'pincode'] as const;

/** What became of a push. 'skipped': lead or college had changed when it was its turn. */
export const pushAnswerLabels = {
  waiting: 'Waiting',
  accepted: 'Accepted',
  duplicate: 'Duplicate',
  refused: 'Rejected',
  skipped: 'Not sent',
} as const;
export type PushAnswer = keyof typeof pushAnswerLabels;
/** The status by which a college says that it has the lead already. */
export const duplicateStatus = 409;

/** A field of the lead, and its name in the college's system. */
export interface PushName {
  readonly field: (typeof pushableFields)[number];
  readonly name: string;
}
