/** Leads, templates, broadcasts and settings of the proof of campaigns, in place of the demo's. */
export async function fillCampaigns(rows, tenant, { leads, faulty, calls }) {
  await rows(`update leads set deleted_at = now() where tenant_id = $1`, tenant);
  await rows(`delete from outbox_messages where tenant_id = $1`, tenant);
  await rows(`update push_subscribers set deleted_at = now() where tenant_id = $1`, tenant);
  await rows(
    `insert into leads (tenant_id, id, name, phone, email, tags) select $1, 'lead-' || lpad(n::text, 6, '0'), 'Lead ' || n,
       '+9170' || lpad(n::text, 8, '0'), 'lead' || n || '@example.com', '[]' from generate_series(1, $2::int) n`,
    tenant,
    leads,
  );
  await rows(
    `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status, variables)
       values ($1, 'wa', 'proof', 'UTILITY', 'en', 'Hi {{1}}', 'APPROVED', 1, '[{"placeholder":"{{1}}","field":"name"}]')`,
    tenant,
  );
  await rows(
    `insert into sms_templates (tenant_id, id, name, body, sender_id, language, status) values ($1, 'sms', 'Proof', 'Dear {{name}}', 'NRTHST', 'en', 1)`,
    tenant,
  );
  await rows(
    `insert into campaign_templates (tenant_id, id, name, channel, subject, body_html, status) values ($1, 'mail', 'Proof', 'email', 'Hi', '<p>Hi</p>', 1)`,
    tenant,
  );
  await rows(
    `insert into voice_files (tenant_id, id, name, file, approval, is_active) values ($1, 'vf', 'Proof', 'files/x', 'approved', 1)`,
    tenant,
  );
  await rows(`insert into obd_service_numbers (tenant_id, id, number, label) values ($1, 'sn', '1409990001', 'Proof')`, tenant);
  await rows(
    `insert into lead_gen_audiences (tenant_id, id, name, kind, lead_ids) select $1, 'all', 'Proof', 'static', jsonb_agg(id)
       from leads where tenant_id = $1 and deleted_at is null`,
    tenant,
  );
  for (const [channel, template] of [
    ['sms', 'sms'],
    ['email', 'mail'],
    ['whatsapp', 'wa'],
  ])
    await rows(
      `insert into lead_gen_broadcasts (tenant_id, id, name, channel, template_id, audience_id, state) values ($1, $2, $2, $2, $3, 'all', 'draft')`,
      tenant,
      channel,
      template,
    );
  await rows(`delete from provider_settings where tenant_id = $1`, tenant);
  await rows(`delete from message_settings where tenant_id = $1`, tenant);
  await rows(
    `insert into message_settings (tenant_id, id, hours_from, hours_to, simulator_delay) values ($1, 'settings', '00:00', '00:00', 1)`,
    tenant,
  );
  for (const [id, most] of [
    ['some', faulty],
    ['calls', calls],
  ])
    await rows(
      `insert into lead_gen_audiences (tenant_id, id, name, kind, lead_ids) select $1, $2, $2, 'static', jsonb_agg(id)
         from (select id from leads where tenant_id = $1 and deleted_at is null order by id limit $3) l`,
      tenant,
      id,
      most,
    );
}
