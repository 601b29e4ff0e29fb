import { memo, type ReactNode } from 'react';
import SectionTabs from '../section-tabs';
import type { FormContext } from './form-context';
import { mostMounted, type Section } from './form-fields';

/**
 * The sections that have a tab, each under its own, between the others; `render` draws one. A tab with an error that is shown is marked.
 * Of a long form a tab is built when it is first opened.
 */
export default function FormTabs(props: {
  context: FormContext;
  wrong: ReadonlySet<string>;
  render: (section: Section) => ReactNode;
}): ReactNode {
  const { context, wrong, render } = props;
  const { sections, shown } = context;
  const isWrong = (name: string): boolean => wrong.has(name) && (shown === 'all' || shown.has(name));
  const titles = [...new Set(sections.flatMap(({ tab }) => tab ?? []))];
  const shownTab = titles.find((title) => title === context.tab) ?? titles[0];
  const tabs = titles.map((title) => {
    const own = sections.filter(({ tab }) => tab === title);
    const content = <Still still={title !== shownTab}>{own.map(render)}</Still>;
    return { title, content, wrong: own.some(({ fields }) => fields.some(isWrong)) };
  });
  const isShort = sections.reduce((sum, { fields }) => sum + fields.length, 0) <= mostMounted;
  return (
    <>
      {sections.filter(({ tab, folded }) => !tab && !folded).map(render)}
      <SectionTabs tabs={tabs} open={context.tab} onOpen={context.openTab} keep={isShort} />
      {sections.filter(({ tab, folded }) => !tab && folded).map(render)}
    </>
  );
}

/** What a closed tab has stays as it is: a key stroke in the open one renders nothing of it. */
const Still = memo(
  ({ children }: { readonly still: boolean; readonly children: ReactNode }): ReactNode => children,
  (_, { still }) => still,
);
