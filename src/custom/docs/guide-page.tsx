import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CopyButton } from '../../ui/actions/copy-button';
import { CodeBlock } from '../../ui/marks/code-block';
import { DocsFrame } from './docs-frame';

const push = (origin: string): string =>
  `curl -X POST '${origin}/api/leads/capture/YOUR_API_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Ananya Rao","phone":"9876543210","utm_source":"website"}'`;
const check = `$expected = hash_hmac('sha256', $t . '.' . $body, $secret);
if (!hash_equals($expected, $v1) || abs(time() - $t) > 300) http_response_code(400);`;

/** First steps for a developer who connects another system. */
export default function GuidePage(): ReactNode {
  const sample = push(location.origin);
  return (
    <DocsFrame title="API guide">
      <div className="dc-guide">
        <h2>Send leads in five minutes</h2>
        <ol>
          <li>
            <Link to="/docs/keys">Create an API key</Link> with the scope <code>lead_capture</code>. The key is shown only once.
          </li>
          <li>Send a lead. A repeat is recorded as a re-enquiry of the existing lead, and the answer says so.</li>
        </ol>
        <Code text={sample} label="Lead push" />
        <h2>Keys</h2>
        <p>
          Send the key as <code>Authorization: Bearer pk_…</code> or <code>X-Api-Key: pk_…</code>. A key acts on behalf of the
          administrator who created it, within its scopes: <code>lead_capture</code>, <code>lead_read</code>, or a resource with
          an action, such as <code>colleges:read</code>. It can be limited to IP addresses and given an expiry date, rotated, and
          revoked at once.
        </p>
        <h2>Limits</h2>
        <p>
          600 calls per minute and key, then <code>429</code> with <code>Retry-After</code>; 100 records per page; 1 MB per
          request.
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
            <code>403</code> a permission or scope is missing
          </li>
          <li>
            <code>404</code> the record does not exist
          </li>
          <li>
            <code>409</code> someone else changed the record, it is in use, or a value is already taken
          </li>
          <li>
            <code>422</code> invalid values, listed by field
          </li>
          <li>
            <code>429</code> too many requests
          </li>
        </ul>
        <p>
          Send an <code>Idempotency-Key</code> with writes that you may repeat: within 24 hours they take effect once.
        </p>
        <h2>Webhooks</h2>
        <p>
          <Link to="/docs/webhooks">A webhook</Link> receives <code>leads.created</code>, <code>leads.updated</code>,{' '}
          <code>leads.deleted</code>, and the same events of every resource. Each delivery is a POST with{' '}
          <code>X-Prospectus-Event</code>, <code>X-Prospectus-Delivery</code> and <code>X-Prospectus-Signature: t=…,v1=…</code>,
          the HMAC-SHA256 of <code>t.body</code> under the webhook’s secret. A delivery without a 2xx response within five seconds
          is tried up to eight times within a day, in order for each record. <Link to="/docs/deliveries">Deliveries</Link> lists
          them and can send them again.
        </p>
        <Code text={check} label="Signature check" />
      </div>
    </DocsFrame>
  );
}

function Code({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <>
      <CodeBlock label={label}>{text}</CodeBlock>
      <CopyButton text={text} />
    </>
  );
}
