/**
 * What a record opens to others; the person who writes it must already see that (TRUST-S33). Fields: they say whose records someone
 * sees. 'every lead': its records assign leads of any owner. `actions`: they do so with an entry that `opensLeads`. `through`: they
 * do so with a record that this reference names. `address`: leads of any owner are sent to the URL in this field.
 * `callers`: leads of any owner are served to the users in this field. `nothing`: it
 * acts on leads of any owner and opens none, with the reason.
 */
export type Reach<F extends string = string> =
  | readonly F[]
  | 'every lead'
  | { readonly actions: F }
  | { readonly through: F }
  | { readonly address: F }
  | { readonly callers: F }
  | { readonly nothing: string };

/** What rules and workflows can do, and whether that opens the lead to people who could not see it. */
export const opensLeads: Readonly<Record<string, boolean>> = {
  assign: true,
  webhook: true,
  add_tag: false,
  change_stage: false,
  create_followup: false,
  end: false,
  if: false,
  notify_user: false,
  push_zoho: false,
  send_email: false,
  send_sms: false,
  send_voice: false,
  send_whatsapp: false,
  wait: false,
};
