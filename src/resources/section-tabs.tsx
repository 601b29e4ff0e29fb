import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import './section-tabs.css';

export interface SectionTab {
  readonly title: string;
  readonly content: ReactNode;
  /** Something in it must be corrected. */
  readonly wrong?: boolean;
}

/** Sections under tabs, moved through with the arrow keys. With `keep` what is in the closed ones stays mounted, as in a form. */
export default function SectionTabs(props: {
  tabs: readonly SectionTab[];
  open: string | undefined;
  onOpen: (title: string) => void;
  keep?: boolean;
}): ReactNode {
  const { tabs, open, onOpen, keep = false } = props;
  const shown = tabs.some(({ title }) => title === open) ? open : tabs[0]?.title;
  return (
    <Tabs
      className="p-section-tabs"
      activeKey={shown ?? ''}
      onChange={onOpen}
      items={tabs.map(({ title, content, wrong }) => ({
        key: title,
        label: wrong ? <Wrong title={title} /> : title,
        children: content,
        forceRender: keep,
      }))}
    />
  );
}

const Wrong = ({ title }: { title: string }): ReactNode => (
  <span className="p-wrong-tab">
    {title}
    <span className="p-visually-hidden"> has a mistake</span>
  </span>
);
