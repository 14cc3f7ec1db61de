import type {FaceQuery} from './wire.ts';

/** A page of a list, as these programs ask for it. Values out of range become the nearest. */
interface FacePage {
	page: number;
	pageSize: number;
	sortKey: string;
	sortDirection: 'ascending' | 'descending' | 'default';
}

const largestSize = 10_000;
const lastPage = 1_000_000;

export function pageIn(query: FaceQuery, sortKey: string): FacePage {
	const direction = (query.text('sortDirection') ?? '').toLowerCase();
	return {
		page: Math.min(Math.max(query.number('page') ?? 1, 1), lastPage),
		pageSize: Math.min(Math.max(query.number('pageSize') ?? 10, 1), largestSize),
		sortKey: query.text('sortKey') ?? sortKey,
		sortDirection: direction.startsWith('asc') ? 'ascending' : direction.startsWith('desc') ? 'descending' : 'default',
	};
}

export const presentPage = ({page, pageSize, sortKey, sortDirection}: FacePage, totalRecords: number, records: readonly unknown[]) => ({
	page,
	pageSize,
	sortKey,
	sortDirection,
	totalRecords,
	records,
});

/** One page of a list that is read as a whole. */
export function pageOfAll<T>({page, pageSize}: FacePage, all: readonly T[]): T[] {
	return all.slice((page - 1) * pageSize, page * pageSize);
}
