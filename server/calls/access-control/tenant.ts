import sql from 'sql-template-tag';
import { tenant } from '../../../src/schemas/access-control/tenant';
import * as tenantCalls from '../../../src/schemas/calls/tenant';
import type { Fields } from '../../../src/schemas/kit/field';
import { invalid, problem } from '../../../src/schemas/kit/problem';
import type { AnyRow, Row } from '../../../src/schemas/kit/resource';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { draftOf } from '../../catalogue/drafts';
import { veil } from '../../catalogue/field-rules';
import { columnsOf } from '../../catalogue/rows';
import { maskOf } from '../../catalogue/secret-fields';
import { updateRecord } from '../../catalogue/update';
import { errorsOf, refuseInvalid } from '../../catalogue/validate';
import type { Context, Handlers, Reply } from '../../context/context';
import { handle, type OutsideCallContext, type CallReply } from '../../context/handle';
import { handleAction } from '../../context/handle-action';
import { websiteDetails } from '../../domain/website-details';
import { logoAddress } from '../../files/logo-address';
import { keepLogo } from '../../files/logo-file';
import { hooks } from '../../hooks/access-control/tenant';
import { Refused } from '../../outbound/outbound';

export const handlers: Handlers = {
  ...handleAction(tenant, 'read', readTenant),
  ...handleAction(tenant, 'update', updateTenant),
  ...handle(tenantCalls.scrapeTenantWebsite, scrapeWebsite),
};

/** The caller's own tenant, `data[0]`. Credentials go to role 1 only, masked (D-108); another tenant's id is unknown. */
async function readTenant(context: Context): Promise<Reply> {
  const { tx, session, services } = context;
  refuseOthers(context);
  const row = await tx.row<Row<typeof tenant>>(sql`
    select ${columnsOf(tenant)} from "tenant" where tenant_id = ${session.tenantId} and deleted_at is null limit 1`);
  if (!row) throw problem(404, 'Tenant not found.');
  const logo = logoAddress(row.logo_image ?? null, services.secrets, session.tenantId);
  const answer: AnyRow = { ...row, id: session.tenantId, logo_image: logo };
  for (const field of tenant.secret ?? []) {
    const stored = answer[field];
    delete answer[field];
    if (isAdministrator(session) && typeof stored === 'string')
      answer[field] = maskOf(tenant, field, row, stored, context, 'read');
  }
  return { message: 'Tenant found.', data: [veil(tenant, session, answer)] };
}

/** JSON or multipart: the sent fields change, '' empties one, every error is reported at its field (D-105). */
async function updateTenant(context: Context): Promise<Reply> {
  refuseOthers(context);
  const draft = draftOf(tenant, context);
  const values = Object.fromEntries(Object.entries(draft.values).map(([name, value]) => [name, asStored(name, value)]));
  refuseInvalid(errorsOf(tenant, values).filter(({ path }) => Object.hasOwn(values, path.split('.')[0]!)));
  if (context.upload && context.upload.field !== 'logo_image')
    throw invalid(context.upload.field, 'This field does not accept files');
  if (context.upload) values['logo_image'] = await keepLogo(context);
  else if (values['logo_image'] && !/^(\/api\/)?files\//.test(String(values['logo_image'])))
    throw invalid('logo_image', 'Logo must be a PNG, JPEG, WebP or SVG file');
  await updateRecord(tenant, hooks, context.session.tenantId, { ...draft, values }, context);
  return { message: 'Tenant saved.' };
}

/** Reads the page of an address that someone typed, outside of any transaction; ten an hour for each tenant. */
async function scrapeWebsite({
  services,
  session,
  body,
}: OutsideCallContext<typeof tenantCalls.scrapeTenantWebsite>): Promise<CallReply<typeof tenantCalls.scrapeTenantWebsite>> {
  if (!session) throw problem(401, 'Please sign in again.');
  if ((await services.store.hit(`scrape:${session.tenantId}`, 3600)) > mostAnHour)
    throw problem(429, 'Too many website requests. Please try again in an hour.');
  const url = withScheme(String(body.website).trim());
  try {
    const answer = await services.outbound.send({
      url,
      redirects: 3,
      seconds: 10,
      mostBytes: 2 * 1024 * 1024,
      accept: ['text/html', 'application/xhtml+xml'],
    });
    if (answer.status !== 200) throw invalid('website', 'The website did not return a page');
    return { data: websiteDetails(answer.text, answer.url) };
  } catch (error) {
    if (error instanceof Refused) throw invalid('website', error.message);
    throw error;
  }
}
const mostAnHour = 10;

function refuseOthers({ params, session }: Context): void {
  if (params['id'] !== session.tenantId) throw problem(404, 'Tenant not found.');
}

const fields: Fields = tenant.fields.properties;

function asStored(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '') return null;
  const isAddress = fields[name]?.format === 'uri';
  return isAddress ? withScheme(text) : value;
}

/** 'northstar.example' is meant as https; another scheme stays, and is refused. */
const withScheme = (address: string): string => (/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`);
