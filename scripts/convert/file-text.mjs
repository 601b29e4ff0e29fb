// The text of a schema file: objects on one line, which the formatter breaks where they are too long.
import { constName, typeName } from '../resource-names.mjs';

export function textOfSpec(spec) {
  const body = JSON.stringify(spec).replaceAll(/"([A-Za-z_]\w*)":/g, '$1:');
  const own = constName(spec.name);
  return `import { defineResource, type Row } from '../kit/resource';

export const ${own} = defineResource(${body});

export type ${typeName(spec.label, spec.name)} = Row<typeof ${own}>;
`;
}
