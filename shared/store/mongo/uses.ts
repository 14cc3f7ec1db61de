import type {Model, QueryFilter} from 'mongoose';

/** Titles that use a record. */
export interface Uses {
	/** The first few of their names. */
	titles: string[];
	total: number;
}

const namedTitles = 5;

/** The titles that match a filter; the filter must have an index. */
export async function usesOf<T extends {title: string}>(titles: Model<T>, filter: Record<string, unknown>): Promise<Uses> {
	const rows = await titles.find(filter, {title: 1}).limit(namedTitles).lean<{title: string}[]>();
	const total = rows.length < namedTitles ? rows.length : await titles.countDocuments(filter);
	return {titles: rows.map(({title}) => title), total};
}

/** The ids among these that belong to a title. */
export async function idsAmong<T>(titles: Model<T>, ids: readonly string[]): Promise<string[]> {
	const filter = {_id: {$in: [...ids]}} as QueryFilter<T>;
	return ids.length === 0 ? [] : (await titles.find(filter, {_id: 1}).lean<{_id: string}[]>()).map(({_id}) => _id);
}
