import type { AccessCode } from '../../src/schemas/kit/access-codes';
import type { FeatureName } from '../../src/schemas/kit/access';

/** One entry of the specification's menu: its MENU line, and the MENUACL line that says who sees it. */
export interface MenuLine {
  readonly line: number;
  readonly group?: string;
  readonly label: string;
  readonly path: string;
  readonly mark?: string;
  readonly aclLine: number;
  readonly rule: 'everybody' | 'role 1' | 'all but role 1' | 'org' | { readonly code: AccessCode };
  /** The configuration flag that hides it from everyone, and its MENUACL line. */
  readonly flag?: FeatureName;
  readonly flagLine?: number;
}
