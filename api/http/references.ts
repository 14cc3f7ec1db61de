import Joi from 'joi';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {whyNoFolder} from '#shared/domain/folders/title-folder.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import type {Stores} from '#shared/store/database.ts';
import type {Uses} from '#shared/store/titles/title-uses.ts';

/** References to other records in a body. */
export interface References {
	rootFolderPath?: string | undefined;
	qualityProfileId?: string | undefined;
	languageProfileId?: string | null | undefined;
}

/** Reports each field that refers to a record that does not exist. */
export async function referenceFaults(
	{rootFolderPath, qualityProfileId, languageProfileId}: References,
	{rootFolders, qualityProfiles, languageProfiles}: Pick<Stores, 'rootFolders' | 'qualityProfiles' | 'languageProfiles'>,
): Promise<Fault[]> {
	const faults: Fault[] = [];
	if (rootFolderPath !== undefined) {
		const path = normalPath(rootFolderPath);
		const root = path && (await rootFolders.list()).find(folder => isWithinFolder(path, folder.path));
		const reason = root ? whyNoFolder(path, root.path) : 'must be a root folder of /api/root-folders or lie below one';
		if (reason !== null) {
			faults.push({path: 'rootFolderPath', message: `rootFolderPath ${reason}`});
		}
	}
	if (qualityProfileId !== undefined && !(await qualityProfiles.find(qualityProfileId))) {
		faults.push({path: 'qualityProfileId', message: 'qualityProfileId must be the id of a profile of /api/quality-profiles'});
	}
	if (languageProfileId && !(await languageProfiles.find(languageProfileId))) {
		faults.push({path: 'languageProfileId', message: 'languageProfileId must be the id of a profile of /api/language-profiles, or null'});
	}
	return faults;
}

/** The title that a person says files are. */
export interface ChosenTitle {
	movieId?: string;
	seriesId?: string;
	episodeIds?: string[];
}
/** The id of a title in examples. */
export const exampleId = '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10';
const id = Joi.string().max(100);
export const chosenTitleFields = {movieId: id, seriesId: id, episodeIds: Joi.array().items(id).min(1).max(100).unique()};

/** Faults of the title that a file is assigned to; `above` is the path of its fields, such as `files[0].`. */
export async function titleFaults(
	{movieId, seriesId, episodeIds}: ChosenTitle,
	above: string,
	{movies, series, episodes}: Pick<Stores, 'movies' | 'series' | 'episodes'>,
): Promise<Fault[]> {
	if ((movieId === undefined) === (seriesId === undefined)) {
		return [{path: `${above}movieId`, message: `${above}movieId or ${above}seriesId is required, and only one of them`}];
	}
	if (movieId !== undefined) {
		const faults = (await movies.find(movieId))
			? []
			: [{path: `${above}movieId`, message: `${above}movieId must be a movie of the library`}];
		return episodeIds ? [...faults, {path: `${above}episodeIds`, message: `${above}episodeIds contradicts ${above}movieId`}] : faults;
	}
	if (!(await series.find(seriesId ?? ''))) {
		return [{path: `${above}seriesId`, message: `${above}seriesId must be a series of the library`}];
	}
	const found = episodeIds ? await episodes.getMany(episodeIds) : [];
	const isOne = new Set(found.map(({seasonNumber}) => seasonNumber)).size <= 1 && found.every(episode => episode.seriesId === seriesId);
	return isOne && found.length === (episodeIds?.length ?? 0)
		? []
		: [{path: `${above}episodeIds`, message: `${above}episodeIds must be episodes of one season of that series`}];
}

type ImportLists = Pick<Stores, 'importLists'>['importLists'];
type ImportList = Awaited<ReturnType<ImportLists['list']>>[number];

/** The import lists that give a record to the titles that they add. */
export async function usesByLists(importLists: ImportLists, isUsed: (list: ImportList) => boolean): Promise<string[]> {
	return (await importLists.list()).filter(isUsed).map(({name}) => `the import list ${name}`);
}

/** Maximum number of names in the message. */
const maxNames = 5;

/** Throws Conflict `in_use`, naming up to five users of the record; `advice` says what to do first. */
export function refuseUsed(record: string, users: readonly (string | Uses)[], advice: string): void {
	const names = users.flatMap(user => (typeof user === 'string' ? [user] : user.titles)).slice(0, maxNames);
	const total = users.reduce((sum, user) => sum + (typeof user === 'string' ? 1 : user.total), 0);
	if (total === 0) {
		return;
	}
	const more = total > names.length ? ` and ${total - names.length} more` : '';
	throw new Conflict('in_use', `${record} is in use by ${names.join(', ')}${more}. ${advice}`);
}
