import type { ReportTable, ShownCard } from '../../schemas/kit/report';

/** Days and filters of the numbers on the cards. */
export type CardDays = Pick<ReportTable, 'from' | 'to' | 'values'>;
export interface CardProps {
  readonly card: ShownCard;
  readonly days: CardDays;
}
