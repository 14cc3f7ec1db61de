import type {SeriesModels} from './count-series.ts';

/** The series that belong to a custom library. */
export function listSeriesOfLibraries({series}: Pick<SeriesModels, 'series'>) {
	return {
		async countByLibrary(): Promise<Map<string, number>> {
			const rows = await series.aggregate<{_id: string; count: number}>([
				{$match: {libraryId: {$gt: ''}}},
				{$group: {_id: '$libraryId', count: {$sum: 1}}},
			]);
			return new Map(rows.map(({_id, count}) => [_id, count]));
		},
		countInLibrary: (libraryId: string): Promise<number> => series.countDocuments({libraryId}),
		async inLibrary(libraryId: string, limit: number): Promise<{id: string; title: string; path: string}[]> {
			const rows = await series.find({libraryId}, {title: 1, path: 1}).limit(limit).lean<{_id: string; title: string; path: string}[]>();
			return rows.map(({_id, ...row}) => ({id: _id, ...row}));
		},
		/** Keeps the titles but removes them from the library: all of them, or the given ones. */
		async detach(libraryId: string, ids?: readonly string[]): Promise<number> {
			const filter = {libraryId, ...(ids && {_id: {$in: [...ids]}})};
			return (await series.updateMany(filter, {$set: {libraryId: null}})).modifiedCount;
		},
	};
}
