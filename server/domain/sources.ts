/** Where a lead came from: the first three different sources and the newest one. */
export interface SourceTrail {
  readonly source?: string | null;
  readonly last_source?: string | null;
  readonly prmary_source?: string | null;
  readonly secondary_source?: string | null;
  readonly tertiary_source?: string | null;
}

/** The trail after one more capture; a capture without a source leaves it as it is. */
export function withCapture(trail: SourceTrail, source: string | null | undefined): Required<SourceTrail> {
  const next = {
    source: trail.source ?? source ?? null,
    last_source: source ?? trail.last_source ?? null,
    prmary_source: trail.prmary_source ?? null,
    secondary_source: trail.secondary_source ?? null,
    tertiary_source: trail.tertiary_source ?? null,
  };
  if (!source || [next.prmary_source, next.secondary_source, next.tertiary_source].includes(source)) return next;
  if (next.prmary_source === null) next.prmary_source = source;
  else if (next.secondary_source === null) next.secondary_source = source;
  else if (next.tertiary_source === null) next.tertiary_source = source;
  return next;
}

/** Finds a source by its name or one of its aliases, without regard to case and outer spaces. */
export function sourceFinder<S extends { readonly name: string; readonly aliases?: readonly string[] | null }>(
  sources: readonly S[],
): (text: string) => S | undefined {
  const byText = new Map<string, S>();
  for (const source of sources)
    for (const alias of source.aliases ?? []) byText.set(plain(alias), byText.get(plain(alias)) ?? source);
  for (const source of sources) byText.set(plain(source.name), source); // a name wins over another source's alias
  return (text) => byText.get(plain(text));
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
