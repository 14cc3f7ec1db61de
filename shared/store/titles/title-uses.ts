import type {Model, QueryFilter} from 'mongoose';
import {pathsWithin} from '../../lists/filter.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {joiningLibraries} from './join-library.ts';
import {type TitleFolder, titleAtFolder, titlesAtFolders} from './title-folders.ts';
import type {TitleNews} from './title-news.ts';

/** Titles that use a record. */
export interface Uses {
	/** The first few of their names. */
	titles: string[];
	total: number;
}

const namedTitles = 5;

/** The titles that match a filter; the filter must have an index. */
export async function usesOf<T>(titles: Model<T>, filter: QueryFilter<T>): Promise<Uses> {
	const rows = await titles.find(filter, {title: 1}).limit(namedTitles).lean<{title: string}[]>();
	const total = rows.length < namedTitles ? rows.length : await titles.countDocuments(filter);
	return {titles: rows.map(({title}) => title), total};
}

/** The ids among these that belong to a title. */
async function idsAmong<T>(titles: Model<T>, ids: readonly string[]): Promise<string[]> {
	const filter = {_id: {$in: [...ids]}} as QueryFilter<T>;
	return ids.length === 0 ? [] : (await titles.find(filter, {_id: 1}).lean<{_id: string}[]>()).map(({_id}) => _id);
}

/** Finds the titles that use a root folder, a folder or a profile; checked before one is deleted or assigned. */
export function usesOfTitles<Row>(titles: Model<Row>) {
	const uses = (filter: object): Promise<Uses> => usesOf(titles, filter as QueryFilter<Row>);
	return {
		idsAmong: (ids: readonly string[]) => idsAmong(titles, ids),
		usesOfFolder: (path: string) => uses({rootFolderPath: pathsWithin(path)}),
		usesOfProfile: (qualityProfileId: string) => uses({qualityProfileId}),
		usesOfLanguageProfile: (languageProfileId: string) => uses({languageProfileId}),
		/** The title whose own folder equals `path`, is in it or contains it. */
		titleAtFolder: (path: string, {except}: {except: string | null}): Promise<string | null> => titleAtFolder(titles, path, except),
		titlesAtFolders: (paths: readonly string[]): Promise<TitleFolder[]> => titlesAtFolders(titles, paths),
	};
}

/** The titles of libraries. */
export function titlesOfLibraries<Row>(
	titles: Model<Row>,
	{kind, revisions, titleNews}: {kind: 'movie' | 'series'; revisions: Revisions; titleNews: TitleNews},
) {
	return {
		async countByLibrary(): Promise<Map<string, number>> {
			const rows = await titles.aggregate<{_id: string; count: number}>([
				{$match: {libraryId: {$gt: ''}}},
				{$group: {_id: '$libraryId', count: {$sum: 1}}},
			]);
			return new Map(rows.map(({_id, count}) => [_id, count]));
		},
		countInLibrary: (libraryId: string): Promise<number> => titles.countDocuments({libraryId} as QueryFilter<Row>),
		/** Keeps the titles but removes them from the library: all of them, or the given ones. */
		async detach(libraryId: string, ids?: readonly string[]): Promise<number> {
			const filter = {libraryId, ...(ids && {_id: {$in: [...ids]}})} as QueryFilter<Row>;
			const write = () => titles.updateMany(filter, {$set: {libraryId: null}} as never);
			const {modifiedCount} = await revisions.during(['libraryId'], write);
			if (modifiedCount > 0 && !ids) {
				titleNews.tellAll();
			} else {
				titleNews.tell('titleChanged', kind, modifiedCount > 0 ? (ids ?? []) : [], null);
			}
			return modifiedCount;
		},
		joinLibrary: joiningLibraries(titles, {revisions, titleNews}),
	};
}
