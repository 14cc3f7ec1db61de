import {foldersBelow} from '../libraries/folders-below.ts';
import {pathsWithin} from '../lists/filter.ts';
import {type Uses, usesOf} from '../mongo/uses.ts';
import type {SeriesModels} from './count-series.ts';

/** Finds the series that use a root folder, a folder or a profile; checked before one is deleted or assigned. */
export function countSeriesUses({series}: Pick<SeriesModels, 'series'>) {
	return {
		usesOfFolder: (path: string): Promise<Uses> => usesOf(series, {rootFolderPath: pathsWithin(path)}),
		usesOfProfile: (qualityProfileId: string): Promise<Uses> => usesOf(series, {qualityProfileId}),
		/** The series whose own folder equals `path`, is in it or contains it. */
		async titleAtFolder(path: string, {except}: {except: string | null}): Promise<string | null> {
			const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
			const found = await series
				.findOne({_id: {$ne: except ?? ''}, $or: [{path: pathsWithin(path)}, {path: {$in: above}}]}, {title: 1})
				.lean<{title: string}>();
			return found?.title ?? null;
		},
		/** Which of these folders directly below `path` belong to a series. */
		foldersBelow: (path: string, names: readonly string[]): Promise<Set<string>> => foldersBelow(series, {field: 'path', path, names}),
	};
}
