import type {Series} from '../../domain/media/library-series.ts';
import {searchConditions} from '../../lists/filter.ts';
import {foldersBelow} from '../libraries/root-folders.ts';
import {type Lookup, readTogether} from '../mongo/one-command.ts';
import {titlesOfLibraries, usesOfTitles} from '../titles/title-uses.ts';
import type {SeriesModels} from './count-series.ts';

/** What lists of episodes show of their series. */
export type NamedSeries = Pick<Series, 'title' | 'qualityProfileId' | 'runtime' | 'metaId' | 'libraryId' | 'posterUrl'>;

/** The series that belong to a custom library, and what lists of episodes need of series. */
export function listSeriesOfLibraries({series, revisions, titleNews}: Pick<SeriesModels, 'series' | 'revisions' | 'titleNews'>) {
	const namesOf = (ids: readonly string[]): Lookup<Map<string, NamedSeries>, NamedSeries & {_id: string}> => ({
		source: series,
		filter: ids.length === 0 ? null : {_id: {$in: [...ids]}},
		projection: {title: 1, qualityProfileId: 1, runtime: 1, metaId: 1, libraryId: 1, posterUrl: 1},
		open: rows => new Map(rows.map(row => [row._id, row])),
	});

	return {
		...usesOfTitles(series),
		...titlesOfLibraries(series, {kind: 'series', revisions, titleNews}),
		namesOf,
		named: async (ids: readonly string[]): Promise<Map<string, NamedSeries>> => (await readTogether([namesOf(ids)]))[0],
		/** Ids of the series that a text or a library selects; null if neither is given. */
		async selected({search, libraryId}: {search?: string | undefined; libraryId?: string | undefined}): Promise<string[] | null> {
			const found = search === undefined ? null : searchConditions(search);
			if (!found && libraryId === undefined) {
				return null;
			}
			const filter = {...(libraryId !== undefined && {libraryId}), ...found?.conditions};
			const rows = await series.find(filter as object, {_id: 1}).lean<{_id: string}[]>();
			return rows.map(({_id}) => _id);
		},
		/** Ids at the provider of the series that were added last. */
		async lastAdded(limit: number): Promise<number[]> {
			const rows = await series.find({}, {metaId: 1}).sort({createdAt: -1, _id: -1}).limit(limit).lean<{metaId: number}[]>();
			return rows.map(({metaId}) => metaId);
		},
		async inLibrary(libraryId: string, limit: number): Promise<{id: string; title: string; path: string}[]> {
			const rows = await series.find({libraryId}, {title: 1, path: 1}).limit(limit).lean<{_id: string; title: string; path: string}[]>();
			return rows.map(({_id, ...row}) => ({id: _id, ...row}));
		},
		/** Which of these folders directly below `path` belong to a series. */
		foldersBelow: (path: string, names: readonly string[]): Promise<Set<string>> => foldersBelow(series, {field: 'path', path, names}),
	};
}
