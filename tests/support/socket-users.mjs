// Many users, each with a token as the product signs it, for proofs and benches that open too many sockets to sign in each
// by hand. Plain JavaScript.
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';

/** Creates `count` copies of the user with this email, each with a token; `db` runs SQL as the owner of the tables. */
export async function makeUsers(db, { like, count, secretKey }) {
  await db.query(`set session_replication_role = replica`);
  await db.query(
    `insert into users (tenant_id, id, name, email, role, type, status)
     select tenant_id, 'LIVEUSER' || lpad(g::text, 18, '0'), 'Live ' || g, 'live' || g || '@' || lower(tenant_id) || '.example', role, type, 1
     from users, generate_series(1, $2::int) g where email = $1 on conflict do nothing`,
    [like, count],
  );
  await db.query(`set session_replication_role = origin`);
  const { rows } = await db.query(
    `select u.tenant_id, u.id, u.role, u.type, coalesce(u.token_version, 0) as ver from users u, users l
     where l.email = $1 and u.tenant_id = l.tenant_id and u.id like 'LIVEUSER%' order by u.id limit $2`,
    [like, count],
  );
  return rows.map(({ tenant_id: tid, id: sub, role, type, ver }) => ({
    id: sub,
    tenantId: tid,
    token: accessToken(secretKey, { sub, tid, role: Number(role), type, ver: Number(ver) }),
  }));
}

/** A token for every call (D-042), valid for an hour. */
function accessToken(secretKey, claims) {
  const secret = Buffer.from(hkdfSync('sha256', secretKey, 'prospectus', 'sign:jwt:access', 32));
  const key = Buffer.from(createHmac('sha256', secret).update('k1').digest('base64url'), 'base64url');
  const iat = Math.floor(Date.now() / 1000);
  const text = [
    { alg: 'HS256', kid: 'k1', typ: 'at+jwt' },
    {
      ...claims,
      sid: randomUUID(),
      jti: randomUUID(),
      iss: 'prospectus',
      aud: 'prospectus',
      iat,
      nbf: iat,
      exp: iat + 3600,
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}
