import { createElement, type ReactNode } from 'react';
import type { BrowserPart } from '../../kind-parts';
import { richNodes, type RichNode } from './rich-nodes';
import './rich-text.css';

export const browser: BrowserPart = {
  value: ({ value }) => <div className="p-rich">{shown(richNodes(String(value)))}</div>,
};

const shown = (nodes: readonly RichNode[]): ReactNode =>
  nodes.map(({ tag, text, href, inner }, index) =>
    tag
      ? createElement(
          tag,
          { key: index, ...(href ? { href, target: '_blank', rel: 'noreferrer noopener' } : {}) },
          inner.length ? shown(inner) : undefined,
        )
      : text,
  );
