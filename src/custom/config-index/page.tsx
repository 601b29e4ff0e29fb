import type { ReactNode } from 'react';
import { ConfigIndex } from './config-index';

export default function Configuration(): ReactNode {
  return <ConfigIndex entry="Configuration" />;
}
