import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { DimensionValues } from '../../schemas/kit/cells';
import type { ShownCell, ShownColumn } from '../../schemas/kit/report';
import type { CardDays } from './card-props';
import { cellLink } from './cell-links';
import { numberText, ratioText } from './number-text';
import './card-number.css';

interface CardNumberProps {
  readonly cell: ShownCell | undefined;
  readonly column: ShownColumn | undefined;
  readonly days: CardDays;
  readonly row?: DimensionValues;
}

/** A number that opens its rows, if it counted any and this user may list them. */
export function CardNumber({ cell, column, days, row = {} }: CardNumberProps): ReactNode {
  if (!cell || !column) return null;
  const text = numberText(cell.value, column.unit);
  const counted = cell.value !== null && (cell.value !== 0 || Boolean(cell.of?.[0]));
  const link = counted ? cellLink(column, row, days) : undefined;
  return link ? (
    <Link className="bd-number" to={link} title={ratioText(cell, column.unit)}>
      {text}
    </Link>
  ) : (
    <span className="bd-number" title={ratioText(cell, column.unit)}>
      {text}
    </span>
  );
}
