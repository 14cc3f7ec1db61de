import type {Model} from 'mongoose';

/** Titles that need a record. */
export interface Uses {
	/** A few of them. */
	titles: string[];
	total: number;
}

const namedTitles = 5;

/** The titles that a filter finds; it has an index. */
export async function usesOf<T extends {title: string}>(titles: Model<T>, filter: Record<string, unknown>): Promise<Uses> {
	const rows = await titles.find(filter, {title: 1}).limit(namedTitles).lean<{title: string}[]>();
	const total = rows.length < namedTitles ? rows.length : await titles.countDocuments(filter);
	return {titles: rows.map(({title}) => title), total};
}
