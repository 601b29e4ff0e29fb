/** Defects of settings and controls that have no effect: name, file, text to find, text to put, tests that turn red. `npm run prove:bugs -- promises`. */
const effects = ['tests/catalogue/promises.test.ts', '-t'];
const schemas = ['tests/schemas/later.test.ts', '-t'];
const settings = [
  [
    'grace minutes are not waited for',
    'server/workforce/attendance-state.ts',
    'row.late > (row.grace_min ?? 0)',
    'row.late > 0',
    [...effects, 'grace minutes'],
  ],
  [
    'a leave request is not held against the days of its type',
    'server/workforce/leave-balance.ts',
    'if (asked <= left) continue;',
    'if (asked <= left + 365) continue;',
    [...effects, 'days a year'],
  ],
  [
    'days left over are carried by every type',
    'server/workforce/leave-balance.ts',
    'type.carry_forward && type.since < year',
    'type.since < year',
    [...effects, 'carried into the next year'],
  ],
  [
    'a payment method that is switched off is taken',
    'server/hooks/applications/payments.ts',
    'offered.length && !offered.includes(draft.method)',
    'offered.length > 99',
    [...effects, 'payment methods'],
  ],
  [
    'the short URL of a UTM link stays where it was',
    'server/hooks/marketing/utm-links.ts',
    'if (!same) await',
    'if (!same && before) await',
    [...effects, 'short URL of a UTM link'],
  ],
  [
    'a publisher delivers more than its daily limit',
    'server/calls/leads/lead-capture.ts',
    'if (counted!.n > cap)',
    'if (counted!.n > cap * 100)',
    [...effects, 'publishers'],
  ],
  [
    'a note reminds nobody',
    'server/live/reminders.ts',
    'for (const { id, created_by: to, lead_id: leadId, body, at: when } of due.notes)',
    'for (const { id, created_by: to, lead_id: leadId, body, at: when } of due.notes.slice(99))',
    [...effects, 'remind me'],
  ],
  [
    'a service number that is switched off rings',
    'server/hooks/marketing/voice-campaigns.ts',
    'if (number?.is_active === 0)',
    'if (number?.is_active === 2)',
    [...effects, 'a service number'],
  ],
];
const waiting = [
  [
    'the column of a field that waits is dropped',
    'src/schemas/kit/stored-fields.ts',
    '  ...Object.fromEntries(laterFields(resource).map(([name, { field }]) => [name, field])),',
    '',
    [...schemas, 'keeps column'],
  ],
  [
    'a secret that waits stands plain in the audit',
    'src/schemas/kit/stored-fields.ts',
    '(secret ? [name] : [])',
    '(secret ? [] : [])',
    [...schemas, 'keeps column'],
  ],
  [
    'a provider of a channel that nothing serves can be set',
    'src/schemas/settings/provider-settings.ts',
    "'telephony', 'zoho'",
    "'telephony', 'zoho', 'fax'",
    [...schemas, 'a provider can be set'],
  ],
  [
    'a setting that nothing reads comes back',
    'src/schemas/leads/publishers.ts',
    'daily_cap: {',
    "retry_hours: { type: 'integer' },\n      daily_cap: {",
    [...schemas, 'publishers'],
  ],
  [
    'a provider stored from before cannot be switched off',
    'server/catalogue/update.ts',
    ' || waits(resource, path, before)',
    '',
    [...effects, 'a channel that nothing serves'],
  ],
  [
    'a schema offers a button where there is no page',
    'src/schemas/kit/check-shape.ts',
    '(action.offers || action.shows)',
    'action.shows',
    ['tests/schemas/mistakes.test.ts'],
  ],
  [
    'a field that the server refused does not get the cursor',
    'src/resources/form/record-form.tsx',
    'wrong.size > known.current',
    'wrong.size < known.current',
    ['tests/ui/record-form.test.tsx'],
  ],
  [
    'the cursor is lost after a wrong code',
    'src/custom/second-factor/second-factor-modal.tsx',
    'key={wrong}',
    'key={wrong > 9 ? 1 : 0}',
    ['tests/ui/second-factor.test.tsx'],
  ],
  [
    'a page whose records do nothing does not say so',
    'src/resources/page-note.tsx',
    'later?.page ?',
    'later?.page === undefined ?',
    ['tests/ui/not-active.test.tsx'],
  ],
  [
    'a control that does nothing does not say so',
    'src/resources/form/kind-field.tsx',
    '{idle ? <NotActive',
    '{idle === 0 ? <NotActive',
    ['tests/ui/not-active.test.tsx'],
  ],
  [
    'a provider that nothing reaches is saved as active',
    'src/schemas/settings/provider-settings.ts',
    "[...names, 'sandbox'].join('|')",
    "[...names, '.*'].join('|')",
    ['tests/catalogue/promises.test.ts', '-t', 'a channel that nothing serves'],
  ],
];

export const promisesBugs = [...settings, ...waiting].map(([name, file, find, put, tests]) => ({
  name,
  file,
  find,
  put,
  tests,
  area: 'promises',
}));
