import { Tree } from 'antd';
import { useEffect, useRef, useState, type ComponentRef, type Key, type ReactNode } from 'react';
import type { HierarchyPerson, ReportingLine } from '../../schemas/kit/reporting-lines';
import { Icon } from '../../ui/marks/icon';
import { PersonLine } from './person-line';

interface Node {
  readonly key: string;
  readonly line: ReportingLine;
  readonly children: Node[];
}
/** With more lines than this only the visible ones are drawn. */
const mostDrawn = 300;

export interface HierarchyTreeProps {
  readonly lines: readonly ReportingLine[];
  readonly count: number;
  readonly own: string | undefined;
  readonly open: readonly string[];
  readonly onOpen: (open: string[]) => void;
  readonly matches: readonly string[];
  /** The match to scroll to. */
  readonly at: string | undefined;
  readonly pathOf: (id: string) => string | undefined;
  readonly mayMove: (id: string) => boolean;
  /** Asks for the new manager and the day; `manager`: the one whom the person was dropped on. */
  readonly onAsk: (who: ReportingLine, manager?: ReportingLine) => void;
  /** The move of a person that waits for its day, in words. */
  readonly plannedOf: (person: HierarchyPerson) => string | undefined;
  readonly onCancel: (who: ReportingLine) => void;
}

/** The people as a tree: the arrow keys move in it and open lines, M moves the marked person, a person can be dragged onto another. */
export function HierarchyTree(props: HierarchyTreeProps): ReactNode {
  const { lines, count, own, open, onOpen, matches, at, pathOf, mayMove, onAsk, plannedOf, onCancel } = props;
  const tree = useRef<ComponentRef<typeof Tree<Node>>>(null);
  const [marked, setMarked] = useState<Key | null>(null);
  const [dragged, setDragged] = useState<ReportingLine>();
  const nodes = lines.map(nodeOf);
  useEffect(() => {
    if (at) tree.current?.scrollTo({ key: at, align: 'auto' });
  }, [at]);
  const ask = (id: string): void => {
    const found = lineOf(nodes, id);
    if (found && mayMove(id)) onAsk(found);
  };
  return (
    <Tree<Node>
      ref={tree}
      aria-label="Reporting lines"
      className="uh-tree"
      blockNode
      selectable={false}
      motion={false}
      {...(count > mostDrawn ? { virtual: true, height: Math.max(320, window.innerHeight - 210) } : {})}
      treeData={nodes}
      expandedKeys={[...open]}
      autoExpandParent={false}
      onExpand={(keys) => onOpen(keys.map(String))}
      switcherIcon={<Icon name="open" size={14} />}
      onActiveChange={(key) => setMarked(key)}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey || marked === null) return;
        event.preventDefault();
        ask(String(marked));
      }}
      titleRender={({ key, line }) => (
        <PersonLine
          line={line}
          own={key === own}
          matches={matches.includes(key)}
          path={pathOf(key)}
          onMove={mayMove(key) ? () => onAsk(line) : undefined}
          planned={plannedOf(line.person)}
          onCancel={mayMove(key) ? () => onCancel(line) : undefined}
          onDrag={setDragged}
          onDrop={dragged ? () => onAsk(dragged, line) : undefined}
        />
      )}
    />
  );
}

const nodeOf = (line: ReportingLine): Node => ({ key: line.person.id, line, children: line.reports.map(nodeOf) });

function lineOf(nodes: readonly Node[], id: string): ReportingLine | undefined {
  for (const { key, line, children } of nodes) {
    const found = key === id ? line : lineOf(children, id);
    if (found) return found;
  }
  return undefined;
}
