import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useAnswer } from '../../providers/calls/use-call';
import { useSession } from '../../providers/session/session';
import { PageMoves } from '../../resources/list/page-moves';
import { collegeMatches, matchesPerPage, type CollegeMatch } from '../../schemas/calls/lead-colleges';
import { counted } from '../../schemas/kit/counted';
import type { Lead } from '../../schemas/leads/leads';
import { onDemand } from '../../ui/dialogs/on-demand';
import { lowerFirst } from '../../ui/marks/lower-first';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { toasts } from '../../ui/toasts/toasts';
import { Skeleton } from './skeleton';
import { useChoosing } from './college-calls';
import './lead-colleges.css';
import { MatchFilters } from './match-filters';
import { matchFilterNames, sentFilter, useMatchFilter } from './match-filter';
import { MatchRow } from './match-row';
import { ShareAndApply } from './share-and-apply';
import { NotWantedDialog } from './not-wanted-dialog';

const CompareDialog = onDemand('compare-colleges', () => import('./compare-dialog'));
const mostCompared = 4;
const keyOf = ({ clg_id: clg, course_id: course }: CollegeMatch): string => `${clg} ${course}`;

/** The courses that fit the lead, best first. */
export default function Recommendation({ lead }: { lead: Lead }): ReactNode {
  const id = String(lead.id);
  const entity = lowerFirst(useSession()?.persisted.tenant.entity_name ?? 'College');
  const { filter, page, change, go } = useMatchFilter();
  const query = useAnswer(collegeMatches, { id, page, ...sentFilter(filter) }, answerIn, { keepPrevious: true, retry: false });
  const choosing = useChoosing(id);
  const [compared, setCompared] = useState<readonly CollegeMatch[]>([]);
  const [dialog, setDialog] = useState<'compare' | CollegeMatch>();
  const compare = (match: CollegeMatch, on: boolean): void =>
    setCompared((now) => [...now.filter((one) => keyOf(one) !== keyOf(match)), ...(on ? [match] : [])]);
  const shortlist = (match: CollegeMatch): void => {
    choosing.choose(match, 'shortlisted', { course_id: match.course_id }).then(
      () => toasts.success(`${match.clg_name} shortlisted`),
      (error: unknown) => toasts.error(error),
    );
  };
  const { rows = [], total = 0, exact = true } = query.data ?? {};
  const last = Math.max(1, Math.ceil(total / matchesPerPage));
  const filtered = matchFilterNames.some((name) => filter[name]);
  return (
    <section aria-label="Recommended" className="lc">
      <MatchFilters filter={filter} change={change} />
      <div className="lc-head">
        <span className="p-quiet" role="status">
          {query.data ? `${counted(total, 'course')}${exact ? '' : ' at least'}, best fit first` : ''}
        </span>
        <Button size="small" disabled={compared.length < 2} onClick={() => setDialog('compare')}>
          Compare{compared.length ? ` (${compared.length})` : ''}
        </Button>
      </div>
      {query.isPending ? (
        <Skeleton />
      ) : query.isError ? (
        <ErrorState what="The recommendations could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState
          title={filtered ? 'No course matches these filters' : `No ${entity} has a course yet`}
          icon="search"
          next={
            filtered ? (
              <button type="button" className="p-link" onClick={() => change({})}>
                Clear filters
              </button>
            ) : undefined
          }
        >
          {filtered ? '' : `Courses are added to each ${entity} in its list.`}
        </EmptyState>
      ) : (
        <ul className="lc-list">
          {rows.map((match) => (
            <MatchRow
              key={keyOf(match)}
              match={match}
              compared={compared.some((one) => keyOf(one) === keyOf(match))}
              mayCompare={compared.length < mostCompared}
              onCompare={(on) => compare(match, on)}
              more={<ShareAndApply lead={lead} college={match} />}
              acts={choosing.mayChoose ? { shortlist: () => shortlist(match), notWanted: () => setDialog(match) } : undefined}
            />
          ))}
        </ul>
      )}
      {last > 1 ? (
        <PageMoves previous={page > 1 ? () => go(page - 1) : undefined} next={page < last ? () => go(page + 1) : undefined}>
          <span className="p-quiet">
            Page {page} of {last}
          </span>
        </PageMoves>
      ) : null}
      {dialog === 'compare' ? <CompareDialog matches={compared} onClose={() => setDialog(undefined)} /> : null}
      {typeof dialog === 'object' ? (
        <NotWantedDialog
          college={dialog.clg_name}
          note=""
          onSave={async (reason_code, reason) => {
            await choosing.choose(dialog, 'not_interested', { reason_code, reason });
            setCompared((now) => now.filter(({ clg_id: clg }) => clg !== dialog.clg_id));
            toasts.success(`${dialog.clg_name} marked not interested`);
          }}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </section>
  );
}

const answerIn = ({
  data,
  total,
  exact,
}: {
  readonly data: readonly CollegeMatch[];
  readonly total: number;
  readonly exact: boolean;
}) => ({
  rows: data,
  total,
  exact,
});
