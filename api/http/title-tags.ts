import Joi from 'joi';
import {isWithinFolder, libraryOfFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import type {Library, LibraryType} from '#shared/domain/media/library.ts';
import {labelsAmong, longestTag, maxTagsOfTitle, toLabel, toLabels} from '#shared/domain/media/tags.ts';
import type {Fault} from '#shared/errors.ts';
import type {Stores} from '#shared/store/database.ts';
import type {TagChange} from '#shared/store/titles/title-tags.ts';

const tags = Joi.array().items(Joi.string().max(longestTag)).max(maxTagsOfTitle);
const libraryId = Joi.string()
	.max(100)
	.allow(null)
	.description('Id of a custom library that has no other copy of the title; null for none. Files stay where they are without `moveFiles`.');

/** Tags and library of a title, in a body. */
export interface TagsOfTitle {
	tags?: string[] | undefined;
	libraryId?: string | null;
}
export const tagsOfTitle = {
	tags: tags.description('Labels that people give, such as kids; they replace those given before. What rules give stays.'),
	libraryId,
};

/** The same for many titles at once. */
export interface TagsOfTitles extends TagsOfTitle {
	addTags?: string[] | undefined;
	removeTags?: string[] | undefined;
}
export const tagsOfTitles = {
	...tagsOfTitle,
	addTags: tags.description('Labels to add to those that each title has.'),
	removeTags: tags.description('Labels to take off each title. What rules give stays.'),
};

/** For a new title. */
export const newLibraryText =
	'Id of a custom library, which may get a copy of a title that another one has. If omitted, the library of its root folder, for a new title; null for none.';

/** A list of the titles with one label, or in one library. */
export interface LabelledQuery {
	tag?: string;
	libraryId?: string;
}
export const labelledQuery = {
	/** Labels are stored folded. */
	tag: Joi.string()
		.max(longestTag)
		.custom((text: string) => toLabel(text))
		.description('Only titles with this tag.'),
	libraryId: Joi.string().max(100),
};

type TagDeps = Pick<Stores, 'libraries' | 'rootFolders' | 'tags'>;

/** Faults of the tags and the library in a body; other parts of the body may have faults, too. */
export async function tagFaults(
	{tags: set, addTags, removeTags, libraryId: inLibrary}: TagsOfTitles,
	kind: LibraryType,
	deps: Pick<Stores, 'libraries' | 'tags'>,
): Promise<Fault[]> {
	const given = {tags: textsOf(set), addTags: textsOf(addTags), removeTags: textsOf(removeTags)};
	const faults = Object.entries(given).flatMap(([name, texts]) =>
		texts.flatMap((text, index) =>
			toLabel(text) === '' ? [{path: `${name}[${index}]`, message: `${name}[${index}] must contain a letter from a to z or a digit`}] : [],
		),
	);
	return [
		...faults,
		...(await roomFaults(given.tags, 'tags', deps)),
		...(await roomFaults(given.addTags, 'addTags', deps)),
		...(typeof inLibrary === 'string' ? await libraryFaults(inLibrary, kind, deps) : []),
	];
}

/** Other faults of the body are reported with these. */
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : []);

async function roomFaults(texts: readonly string[], name: string, {tags: known}: Pick<Stores, 'tags'>): Promise<Fault[]> {
	const labels = toLabels(texts);
	if (labels.length === 0) {
		return [];
	}
	const {unknown, room} = await known.countNew(labels);
	const tooMany = new Set(unknown.slice(Math.max(room, 0)));
	return texts.flatMap((text, index) =>
		tooMany.has(toLabel(text))
			? [{path: `${name}[${index}]`, message: `${name}[${index}] would be one tag too many; delete one first`}]
			: [],
	);
}

async function libraryFaults(id: string, kind: LibraryType, {libraries}: Pick<Stores, 'libraries'>): Promise<Fault[]> {
	const library = await libraries.find(id);
	const message = `libraryId must be the id of an enabled library of /api/libraries for ${kind === 'movies' ? 'movies' : 'series'}`;
	return library?.enabled && library.type === kind ? [] : [{path: 'libraryId', message}];
}

/** The change of tags that a body asks for, if it does. Makes new labels known. */
export async function toTagChange(
	{tags: set, addTags, removeTags}: TagsOfTitles,
	deps: Pick<Stores, 'tags'> & {now: () => Date},
): Promise<{tagChange?: TagChange}> {
	if (!set && !addTags && !removeTags) {
		return {};
	}
	const tagChange = {
		set: set && (await takeLabels(toLabels(set), deps)),
		add: addTags && (await takeLabels(toLabels(addTags), deps)),
		remove: removeTags && toLabels(removeTags),
	};
	return {tagChange};
}

/** Stores labels that are new, and returns all of them in their stored spelling. */
export async function takeLabels(
	labels: readonly string[],
	{tags: known, now}: Pick<Stores, 'tags'> & {now: () => Date},
): Promise<string[]> {
	return toLabels((await known.take(labels, now())).map(({label}) => label));
}

/** Makes those tags of a record known that name no library. */
export async function learnTags(given: readonly string[], deps: Pick<Stores, 'libraries' | 'tags'> & {now: () => Date}): Promise<void> {
	if (given.length > 0) {
		await takeLabels(labelsAmong(given, await deps.libraries.list()), deps);
	}
}

interface Place {
	rootFolderPath?: string;
	qualityProfileId?: string;
	libraryId?: string | null;
}

/** Faults of the place of a new title. */
export async function placeFaults({rootFolderPath, libraryId: inLibrary}: Place, deps: TagDeps): Promise<Fault[]> {
	const root = typeof inLibrary === 'string' ? await libraryRoot(inLibrary, deps) : null;
	if (rootFolderPath === undefined) {
		return root === null ? [{path: 'rootFolderPath', message: 'rootFolderPath is required, unless libraryId names a library'}] : [];
	}
	const path = root !== null && typeof rootFolderPath === 'string' ? normalPath(rootFolderPath) : null;
	return root !== null && path !== null && !isWithinFolder(path, root)
		? [{path: 'rootFolderPath', message: `rootFolderPath must be ${root}, the root folder of the library, or lie below it`}]
		: [];
}

/** Path of the root folder of a library; null for an unknown one. */
export async function libraryRoot(
	id: string,
	{libraries, rootFolders}: Pick<TagDeps, 'libraries' | 'rootFolders'>,
): Promise<string | null> {
	const library = await libraries.find(id);
	return library ? ((await rootFolders.find(library.rootFolderId))?.path ?? null) : null;
}

/**
 * The library and folder of a new title. Without a library it belongs to that of its root folder, if there is one; null
 * keeps it out of all. The library provides the defaults of the body.
 */
export async function placeOf(
	{rootFolderPath, qualityProfileId, libraryId: asked}: Place,
	kind: LibraryType,
	deps: TagDeps & Pick<Stores, 'qualityProfiles'>,
): Promise<{rootFolderPath: string; qualityProfileId: string; libraryId: string | null; besideOthers?: true}> {
	const named = typeof asked === 'string' ? await deps.libraries.get(asked) : null;
	const given = rootFolderPath ?? (named ? (await deps.rootFolders.get(named.rootFolderId)).path : '');
	const path = normalPath(given) ?? given;
	const library = asked === undefined ? await libraryAt(path, kind, deps) : named;
	return {
		rootFolderPath: path,
		qualityProfileId: qualityProfileId ?? library?.qualityProfileId ?? (await deps.qualityProfiles.getDefault()).id,
		libraryId: library?.id ?? null,
		...(named && {besideOthers: true as const}),
	};
}

async function libraryAt(path: string, kind: LibraryType, {libraries, rootFolders}: TagDeps): Promise<Library | null> {
	return libraryOfFolder(path, {kind, libraries: await libraries.list(), rootFolders: await rootFolders.list()});
}
