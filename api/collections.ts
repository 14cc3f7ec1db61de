import Joi from 'joi';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {referenceFaults} from '#api/http/references.ts';
import {
	accepted,
	changed,
	ok,
	okJson,
	type PageQuery,
	pageFields,
	pageOf,
	presentPagination,
	queryFlag,
	queuedTask,
	type Route,
	route,
} from '#api/http/route.ts';
import {libraryRoot, tagFaults, takeLabels} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {longestTag, maxTagsOfTitle, toLabels} from '#shared/domain/media/tags.ts';
import {type CollectionChoice, type CollectionPart, isCollectionDue, type TitleCollection} from '#shared/domain/media/title-collection.ts';
import type {Fault} from '#shared/errors.ts';
import {addMissingParts, refreshCollection} from '#shared/jobs/collections.ts';
import {createListWriter} from '#shared/lists/list-writer.ts';
import {flag, integer, integerOrNull, oneOf, orNull, stamps, text, textOrNull, texts, timestampOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

const path = '/api/collections';

export function collectionsRoutes(deps: RouteDeps): Route[] {
	const {images, titleCollections, now} = deps;
	const list = createListWriter('collections', listedCollection, {posterUrl: images.shown});
	// What is said of a collection is how its films are added.
	const edits = {access: 'auth', right: 'addTitles', params: idParams} as const;
	const findFaults = async ({body, params}: CheckedBody<CollectionBody>) => [
		...(await placeFaults(body, await titleCollections.find(params['id'] ?? ''), deps)),
		...(await tagFaults({tags: body.tags}, 'movies', deps)),
	];
	return [
		route(`GET ${path}`, {access: 'auth', limit: 'lists', query: listQuery}, async ({query}) => {
			const {rows, total} = await titleCollections.page(query, list.projection);
			return okJson(list.write(rows, {pagination: presentPagination(query, total)}));
		}),
		route(`GET ${path}/:id`, {access: 'auth', params: idParams}, async ({params}) => {
			const known = await titleCollections.get(params.id);
			if (!isCollectionDue(known, now())) {
				return ok(await present(known, deps));
			}
			const asked = askProvider(deps, refreshCollection, {payload: {collectionId: known.id}, about: 'title'});
			// What was read before is shown rather than nothing.
			await (known.refreshedAt === null ? asked : asked.catch(() => {}));
			return ok(await present(await titleCollections.get(params.id), deps));
		}),
		route(`PUT ${path}/:id`, {...edits, audit: 'collections.changed', body: editBody, findFaults}, async ({params, body}) => {
			const {id} = await titleCollections.get(params.id);
			const {rootFolderPath, tags, ...rest} = body;
			const folder = rootFolderPath && (normalPath(rootFolderPath) ?? rootFolderPath);
			const place = {
				...(folder !== undefined && {rootFolderPath: folder}),
				...(tags && {tags: await takeLabels(toLabels(tags), deps)}),
			};
			const updatedAt = now();
			const {monitored} = await titleCollections.change(id, {...rest, ...place}, updatedAt);
			if (monitored) {
				await promiseJob(refreshCollection, {collectionId: id}, deps);
			}
			return ok(changed.present({id, updatedAt}));
		}),
		route(`POST ${path}/:id/add-missing`, {...edits, audit: 'collections.added', body: addBody}, async ({params, body}) => {
			const {id: collectionId, title} = await titleCollections.get(params.id);
			const taskId = await promiseJob(addMissingParts, {collectionId, metaIds: body.metaIds, onlyMonitored: false}, deps);
			return accepted(queuedTask.present({taskId, message: `The missing films of ${title} are being added.`}));
		}),
	];
}

/** A film of a collection, and whether it is in the library. */
interface ShownPart extends CollectionPart {
	inLibrary: boolean;
	id: string | null;
	hasFile: boolean;
	excluded: boolean;
	declined: boolean;
}

async function present(collection: TitleCollection, {images, movies, importExclusions}: RouteDeps) {
	const metaIds = collection.parts.map(({metaId}) => metaId);
	const [own, excluded] = await Promise.all([movies.amongMetaIds(metaIds), importExclusions.among('movie', metaIds)]);
	// Of several copies, one with a file.
	const byMetaId = new Map(own.toSorted((a, b) => Number(a.hasFile) - Number(b.hasFile)).map(movie => [movie.metaId, movie]));
	const parts = collection.parts.map((part): ShownPart => {
		const movie = byMetaId.get(part.metaId);
		const {metaId} = part;
		return {
			...images.inRecord(part),
			inLibrary: movie !== undefined,
			id: movie?.id ?? null,
			hasFile: movie?.hasFile ?? false,
			excluded: excluded.has(metaId),
			declined: collection.declined.includes(metaId),
		};
	});
	return collectionDetail.present({...images.inRecord(collection), parts});
}

async function placeFaults(body: CollectionBody, stored: CollectionBody | null, deps: RouteDeps): Promise<Fault[]> {
	const {libraryId, rootFolderPath, qualityProfileId} = body;
	const faults = await referenceFaults(
		{rootFolderPath: rootFolderPath ?? undefined, qualityProfileId: qualityProfileId ?? undefined},
		deps,
	);
	const library = libraryId ? await deps.libraries.find(libraryId) : null;
	if (libraryId && !(library?.type === 'movies' && library.enabled)) {
		return [...faults, {path: 'libraryId', message: 'libraryId must be an enabled library of movies in /api/libraries'}];
	}
	const place = {...stored, ...body};
	const isChanged = libraryId !== undefined || rootFolderPath !== undefined;
	const root = isChanged && place.libraryId ? await libraryRoot(place.libraryId, deps) : null;
	const path = typeof place.rootFolderPath === 'string' ? normalPath(place.rootFolderPath) : null;
	return root === null || path === null || faults.length > 0 || isWithinFolder(path, root)
		? faults
		: [{path: 'rootFolderPath', message: `rootFolderPath must be ${root}, the root folder of the library, or lie below it`}];
}

interface ListQuery extends PageQuery {
	monitored?: boolean;
	missing?: boolean;
	search?: string;
}
const listQuery = Joi.object<ListQuery, true>({
	...pageFields(),
	monitored: queryFlag(),
	missing: queryFlag().description('Only collections that lack films, or only those that are complete.'),
	search: Joi.string().max(200),
});

type CollectionBody = Partial<CollectionChoice>;
const asNewest = 'null for what its newest film in the library has';
const editBody = Joi.object<CollectionBody, true>({
	monitored: Joi.boolean().description('Add missing films as soon as they are released.'),
	libraryId: Joi.string().max(100).allow(null).description(`Library of the films that are added; ${asNewest}.`),
	rootFolderPath: Joi.string().max(4096).allow(null).description(`Folder of the films that are added; ${asNewest}.`),
	qualityProfileId: Joi.string().max(100).allow(null).description(`Quality profile of the films that are added; ${asNewest}.`),
	minimumAvailability: Joi.string()
		.valid(...minimumAvailabilities)
		.allow(null)
		.description(`When the films that are added are searched for; ${asNewest}.`),
	searchOnAdd: Joi.boolean(),
	tags: Joi.array()
		.items(Joi.string().max(longestTag))
		.max(maxTagsOfTitle)
		.description('Labels of the films that are added; they replace those before.'),
});

interface AddBody {
	metaIds: number[] | null;
}
const addBody = Joi.object<AddBody, true>({
	metaIds: Joi.array()
		.items(Joi.number().integer().min(1).max(2_147_483_647))
		.min(1)
		.max(300)
		.allow(null)
		.default(null)
		.description('Ids at the provider of the films to add, also unreleased or deleted ones; null for all that are released and missing.'),
});

const fields = {
	id: text,
	metaId: integer,
	title: text,
	posterUrl: textOrNull,
	monitored: flag.description('Missing films are added as soon as they are released.'),
	partCount: integerOrNull.description('Number of its films; null until the provider was asked.'),
	movieCount: integer.description('Number of its films that are in the library.'),
	missing: integerOrNull.description(
		'Number of its films that are neither in the library nor kept out of it; null until the provider was asked.',
	),
	refreshedAt: timestampOrNull.description('When the provider was last asked for its films; null if never.'),
	...stamps,
};
const listedCollection = viewOf<TitleCollection>()(fields, 'Collection');

const part = viewOf<ShownPart>()(
	{
		metaId: integer,
		title: text,
		year: integerOrNull,
		releaseDate: timestampOrNull.description('When it was or will be released first; null if unknown.'),
		posterUrl: textOrNull,
		inLibrary: flag.description('Whether the film is in the library.'),
		id: textOrNull.description('Its id in the library; null if it is not there.'),
		hasFile: flag,
		excluded: flag.description('Whether an import exclusion keeps it out.'),
		declined: flag.description('Whether somebody has deleted it, so that only a person adds it again.'),
	},
	'CollectionPart',
);

const collectionDetail = viewOf<Omit<TitleCollection, 'parts'> & {parts: ShownPart[]}>()(
	{
		...fields,
		overview: textOrNull,
		libraryId: textOrNull.description(`Library of the films that are added; ${asNewest}.`),
		rootFolderPath: textOrNull.description(`Folder of the films that are added; ${asNewest}.`),
		qualityProfileId: textOrNull.description(`Quality profile of the films that are added; ${asNewest}.`),
		minimumAvailability: orNull(oneOf(minimumAvailabilities)),
		searchOnAdd: flag,
		tags: texts.description('Labels of the films that are added.'),
		parts: part.list,
	},
	'CollectionDetail',
);

export const collectionsOperations: Operations = {
	[`GET ${path}`]: {id: 'listCollections', summary: 'List collections of films', replies: {200: pageOf('collections', listedCollection)}},
	[`GET ${path}/:id`]: {
		id: 'getCollection',
		summary: 'Show a collection with all its films',
		replies: {200: collectionDetail.schema},
		failures: [502],
	},
	[`PUT ${path}/:id`]: {id: 'updateCollection', summary: 'Change what happens with missing films', replies: {200: changed.schema}},
	[`POST ${path}/:id/add-missing`]: {
		id: 'addMissingParts',
		summary: 'Add missing films of a collection',
		replies: {202: queuedTask.schema},
	},
};
