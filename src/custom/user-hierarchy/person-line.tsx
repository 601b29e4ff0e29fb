import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { stateWords, type ReportingLine } from '../../schemas/kit/reporting-lines';
import { Avatar } from '../../ui/marks/avatar';
import { Icon } from '../../ui/marks/icon';

const tones = { online: 'green', break: 'amber', offline: 'grey' } as const;

export interface PersonLineProps {
  readonly line: ReportingLine;
  readonly own: boolean;
  readonly matches: boolean;
  /** The record's address, for people who can open it. */
  readonly path: string | undefined;
  /** Undefined for people who cannot change whom this person reports to. */
  readonly onMove: (() => void) | undefined;
  /** A move that waits for its day, in words. */
  readonly planned: string | undefined;
  /** Undefined for people who cannot change it. */
  readonly onCancel: (() => void) | undefined;
  /** Called with the line while it is dragged, and without one at the end. */
  readonly onDrag: (line: ReportingLine | undefined) => void;
  /** Called when the dragged line is dropped here; undefined while none is dragged. */
  readonly onDrop: (() => void) | undefined;
}

/** One person in the tree. */
export function PersonLine(props: PersonLineProps): ReactNode {
  const { line, own, matches, path, planned, onMove, onCancel, onDrag, onDrop } = props;
  const { person, reports, total } = line;
  const [over, setOver] = useState(false);
  const name = person.name ?? '–';
  const work = [person.role_name, ...person.team_names].filter(Boolean).join(' · ');
  return (
    <span
      className="uh-line"
      data-own={own}
      data-matches={matches}
      data-over={over && onDrop !== undefined}
      draggable={onMove !== undefined}
      onDragStart={() => onDrag(line)}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => {
        if (!onDrop) return;
        event.preventDefault(); // so that it can be dropped here
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop?.();
      }}
    >
      <Avatar name={name} size={28} />
      <span className="uh-who">
        <span className="uh-name">
          {path ? (
            <Link to={path} onKeyDown={(event) => event.stopPropagation()}>
              {name}
            </Link>
          ) : (
            name
          )}
          {own ? <b> (you)</b> : null}
        </span>
        {work ? <span className="uh-work">{work}</span> : null}
        {planned ? (
          <span className="uh-planned">
            {planned}
            {onCancel ? (
              <button
                type="button"
                className="p-link"
                aria-label={`Cancel the planned move of ${name}`}
                onClick={onCancel}
                onKeyDown={(event) => event.stopPropagation()}
              >
                Cancel
              </button>
            ) : null}
          </span>
        ) : null}
      </span>
      {!person.active ? (
        <span className="p-tag p-tone-grey">Inactive</span>
      ) : person.state ? (
        <span className={`p-tag p-tone-${tones[person.state]}`}>{stateWords[person.state]}</span>
      ) : null}
      <span className="uh-count">{total ? `${reports.length} direct, ${total} in total` : 'No reports'}</span>
      {onMove ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Move ${name}`}
          title="Move under someone else (M)"
          onClick={onMove}
          onKeyDown={(event) => event.stopPropagation()}
        >
          <Icon name="merge" />
        </button>
      ) : (
        <span className="uh-no-button" />
      )}
    </span>
  );
}
