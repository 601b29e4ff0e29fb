import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CallFigures, CallSummaryRow } from '../../schemas/kit/call-summary';
import type { SummaryColumn } from '../../schemas/kit/call-summary-columns';
import { indianNumber } from '../../schemas/kit/counted';
import { numberText } from '../../schemas/kit/number-text';
import { shortTime } from '../../ui/time/dates';

/** The address of the calls that a figure counted; undefined where the list cannot show them. */
export type FigureLink = (figure: keyof CallFigures) => string | undefined;

/** One number of the figures: it opens its calls where it counted some. */
export function FigureCell({
  column: { unit, value, of, figure },
  row,
  link,
}: {
  column: SummaryColumn;
  row: CallSummaryRow;
  link: FigureLink;
}): ReactNode {
  const number = value(row);
  const text = numberText(number, unit, (at) => shortTime(String(at), { hour: true }));
  if (number === null) return text;
  if (of) return <Share numbers={of(row)} text={text} />;
  const to = figure && unit !== 'moment' && Number(number) ? link(figure) : undefined;
  return to ? <Link to={to}>{text}</Link> : text;
}

function Share({ numbers: [part, whole], text }: { numbers: readonly [number, number]; text: string }): ReactNode {
  return (
    <Tooltip title={`${indianNumber(part)} of ${indianNumber(whole)}`}>
      <span>{text}</span>
    </Tooltip>
  );
}
