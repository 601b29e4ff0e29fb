import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CopyButton } from './copy-button';
import { DocsFrame } from './docs-frame';

const push = (origin: string): string =>
  `curl -X POST '${origin}/api/leads/capture/YOUR_API_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Ananya Rao","phone":"9876543210","utm_source":"website"}'`;
const check = `$expected = hash_hmac('sha256', $t . '.' . $body, $secret);
if (!hash_equals($expected, $v1) || abs(time() - $t) > 300) http_response_code(400);`;

/** The first steps for somebody who connects another system. */
export default function GuidePage(): ReactNode {
  const sample = push(location.origin);
  return (
    <DocsFrame title="API guide">
      <div className="dc-guide">
        <h2>Send leads in five minutes</h2>
        <ol>
          <li>
            <Link to="/docs/keys">Make a key</Link> with the scope <code>lead_capture</code>. It is shown once.
          </li>
          <li>Send a lead. A repeat is kept as a re-enquiry of the lead that is there, and the answer says so.</li>
        </ol>
        <Code text={sample} label="Lead push" />
        <h2>Keys</h2>
        <p>
          Send the key as <code>Authorization: Bearer pk_…</code> or <code>X-Api-Key: pk_…</code>. A key acts in the name of the
          administrator who made it, within its scopes: <code>lead_capture</code>, <code>lead_read</code>, or a resource and what
          to do with it, such as <code>colleges:read</code>. It may be bound to addresses and to a last day, rotated, and revoked
          at once.
        </p>
        <h2>Limits</h2>
        <p>
          600 calls a minute and key; then <code>429</code> with <code>Retry-After</code>. 100 records a page, 1 MB a request.
        </p>
        <h2>Answers</h2>
        <p>
          Calls under <code>/api/res/</code> answer plain HTTP statuses, bare records, and totals in <code>x-total-count</code>.
          All others answer HTTP 200 with <code>{'{ code, message, data }'}</code>, where <code>code</code> is the outcome. A
          refusal names each wrong field in <code>errors</code>.
        </p>
        <ul className="dc-refusals">
          <li>
            <code>401</code> no valid token or key
          </li>
          <li>
            <code>403</code> the right or the scope is missing
          </li>
          <li>
            <code>404</code> there is no such record
          </li>
          <li>
            <code>409</code> somebody else changed it, it is in use, or a value is taken
          </li>
          <li>
            <code>422</code> wrong values, each named
          </li>
          <li>
            <code>429</code> too many requests
          </li>
        </ul>
        <p>
          A write that may arrive twice carries an <code>Idempotency-Key</code>: within 24 hours it is done once.
        </p>
        <h2>Webhooks</h2>
        <p>
          <Link to="/docs/webhooks">A webhook</Link> hears of <code>leads.created</code>, <code>leads.updated</code>,{' '}
          <code>leads.deleted</code>, and so for every resource. Each delivery is a POST with <code>X-Prospectus-Event</code>,{' '}
          <code>X-Prospectus-Delivery</code> and <code>X-Prospectus-Signature: t=…,v1=…</code>, the HMAC-SHA256 of{' '}
          <code>t.body</code> under the webhook’s secret. Anything but 2xx within five seconds is tried again, eight times within
          a day, in the order of each record. <Link to="/docs/deliveries">Deliveries</Link> shows each and sends it again.
        </p>
        <Code text={check} label="Checking a signature" />
      </div>
    </DocsFrame>
  );
}

function Code({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <>
      <pre className="dc-code" tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <CopyButton text={text} />
    </>
  );
}
