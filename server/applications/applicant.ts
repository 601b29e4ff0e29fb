import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Context, OutsideContext } from '../context/context';
import type { Session } from '../context/session';
import { actorOf } from '../identity/sessions';
import type { Secrets } from '../store/secrets';

const use = 'applicant';
const seconds = 24 * 3600;
export interface ApplicantClaims {
  readonly tenantId: string;
  readonly applicationId: string;
}

/** A token for one application, valid for a day: `tenant.application.end.signature`. */
export function signApplicant(secrets: Secrets, { tenantId, applicationId }: ApplicantClaims, now: Date): string {
  const text = `${tenantId}.${applicationId}.${Math.floor(now.getTime() / 1000) + seconds}`;
  return `${text}.${secrets.sign(use, text)}`;
}

/** Throws 401 unless it is a valid, unexpired token of that application. */
export function readApplicant(secrets: Secrets, token: string, applicationId: string, now: Date): ApplicantClaims {
  const [tenantId = '', id = '', ends = '', signature = ''] = token.split('.');
  const genuine = secrets.verify(use, `${tenantId}.${id}.${ends}`, signature);
  if (!genuine || id !== applicationId || Number(ends) * 1000 < now.getTime())
    throw problem(401, 'This link has expired. Please open the form again.');
  return { tenantId, applicationId: id };
}

/** Work for someone without an account, in the tenant's own transaction. */
export async function asApplicant<T>(
  context: OutsideContext,
  tenantId: string,
  reason: string,
  work: (inside: Context) => Promise<T>,
): Promise<T> {
  const { services, request } = context;
  return services.store.transaction({ ...actorOf(request, tenantId, null), reason }, async (tx) => {
    const tenant = await tx.row<{ timezone: string | null }>(
      sql`select "timezone" from "tenant" where "tenant_id" = ${tenantId}`,
    );
    const session: Session = {
      userId: '',
      tenantId,
      name: 'Applicant',
      email: '',
      roleName: 'Applicant',
      role: 0,
      type: 'applicant',
      levels: new Map(),
      jti: '',
      tokenVersion: 0,
      exp: 0,
      scope: 'tenant',
      timezone: tenant?.timezone ?? 'Asia/Kolkata',
    };
    return work({ ...context, session, tx });
  });
}
