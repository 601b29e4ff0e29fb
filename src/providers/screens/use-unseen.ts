import { useMemo } from 'react';
import type { FieldRule } from '../../schemas/kit/access';
import { isVeiled, rulesFor, type FieldRules } from '../../schemas/kit/field-rules';
import { leadRecords } from '../../schemas/kit/named-resources';
import { isAdministrator } from '../../schemas/kit/roles';
import { veiledBy, type IsVeiled } from '../../schemas/kit/unseen-dimensions';
import { useWho } from '../session/who';
import type { ResourceChunk } from './resource-chunk';
import { useResource } from './use-resource';

/**
 * Whether a dimension shows a field that the reader's role does not see, as the server decides it: what it refuses is not offered.
 * Undefined until the fields are known, which only roles with such rules wait for.
 */
export function useUnseen(): IsVeiled | undefined {
  const who = useWho();
  const rules = useMemo(() => (isAdministrator(who) ? [] : (who?.fieldRules ?? []).filter(({ rule }) => isVeiled(rule))), [who]);
  const ofLead = useResource(rules.length ? leadRecords : undefined);
  const ofCalls = useResource(rules.length ? 'calls' : undefined);
  return useMemo(() => {
    if (!rules.length) return noneIsVeiled;
    return ofLead && ofCalls ? veiledBy(rulesIn(ofLead, rules), rulesIn(ofCalls, rules)) : undefined;
  }, [rules, ofLead, ofCalls]);
}

const noneIsVeiled: IsVeiled = () => false;
const rulesIn = (chunk: ResourceChunk, all: readonly FieldRule[]): FieldRules =>
  (chunk.rulesFor ?? rulesFor)(chunk.resource, all);
