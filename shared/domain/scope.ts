export const scopes = ['movies', 'tv'] as const;
export type Media = (typeof scopes)[number];
/** What a record is for: movies, series, or both, which is null. Names are unique within a scope. */
export type Scope = Media | null;

/** Records from before there were scopes are for both. */
export const isFor = ({scope = null}: {scope?: Scope}, media: Media): boolean => scope === null || scope === media;

/** The records for movies or for series. One of its own takes the place of one for both that has the same name. */
export function inScope<T extends {name: string; scope?: Scope}>(records: readonly T[], media: Media): T[] {
	const all = records.filter(record => isFor(record, media));
	const own = new Set(all.flatMap(record => (isForBoth(record) ? [] : [record.name.toLowerCase()])));
	return own.size === 0 ? all : all.filter(record => !isForBoth(record) || !own.has(record.name.toLowerCase()));
}

export const isForBoth = ({scope = null}: {scope?: Scope}): boolean => scope === null;
