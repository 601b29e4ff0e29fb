/** The resources that the engine itself is built on, each named once; of all others it knows what their schema files say. */

/** The people of a tenant: who made and changed a record, whose records someone sees, who is signed in. */
export const people = 'users';
/** What the product is about: conditions ask for its fields, and a record that refers to one is seen through it (lead-data.ts). */
export const leadRecords = 'leads';
/** The fields that a tenant adds to other resources (`customFields`). */
export const customFieldRecords = 'custom-fields';
/** What waits in the office (kit/office-work.ts). */
export const orderRecords = 'orders';
export const paymentRecords = 'payments';
export const documentRecords = 'document-verifications';
export const queryRecords = 'queries';
/** Cards of a dashboard that show these records (kit/dashboard-layout.ts). */
export const targetRecords = 'targets';
export const announcementRecords = 'announcements';
/** What the list of leads tells of the newest call and application (kit/lead-columns.ts). */
export const callRecords = 'calls';
export const applicationRecords = 'applications';
/** Also there: how long a lead is in its stage, and the page on which its newest enquiry with a visit began. */
export const stageRecords = 'call-actions';
export const enquiryRecords = 'lead-captures';
export const visitRecords = 'site-visits';
