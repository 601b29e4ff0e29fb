import type { ReactNode } from 'react';
import { numberWords } from '../../kinds/number-words';
import { useCall } from '../../providers/calls/use-call';
import { partnerStatement } from '../../schemas/calls/publishers';
import { monthName } from '../../ui/time/month-name';
import { ErrorState } from '../../ui/page/states';

/** What was delivered in each month, and what is due for it; nothing before the first lead. */
export function Statement(): ReactNode {
  const { data, isError, error, refetch } = useCall(partnerStatement, {}, { retry: false });
  if (isError) return <ErrorState what="Your statement could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data?.length) return null;
  const isPaid = data.some(({ payable }) => payable !== null);
  return (
    <section aria-label="Statement by month">
      <h2 className="pt-title">Statement by month</h2>
      <div className="pt-scroll" tabIndex={0} role="region" aria-label="Months">
        <table className="pt-months">
          <thead>
            <tr>
              {['Month', 'Accepted', 'Duplicates', 'Invalid', 'Enrolled', ...(isPaid ? ['Payable'] : [])].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(({ month, accepted, duplicates, invalid, enrolled, payable }) => (
              <tr key={month}>
                <th scope="row">{monthName(month)}</th>
                {[accepted, duplicates, invalid, enrolled].map((count, at) => (
                  <td key={at} className="p-num">
                    {numberWords(count)}
                  </td>
                ))}
                {isPaid ? <td className="p-num">{payable === null ? '–' : `₹ ${numberWords(payable)}`}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
