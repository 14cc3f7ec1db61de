import {dirname, join} from 'node:path';
import {promiseForNew} from '#shared/coordination/promise-jobs.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {ruleTagsOf} from '#shared/domain/media/auto-tags.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import type {AddedBy} from '#shared/domain/media/title.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {movieFolder} from '#shared/domain/naming/movie-path.ts';
import {Conflict} from '#shared/errors.ts';
import {type MonitorCollection, monitorCollection} from '#shared/jobs/collections.ts';
import {renumberSeries} from '#shared/jobs/episode-orders.ts';
import type {addMovie, addSeries} from '#shared/jobs/refresh.ts';
import {searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import {episodeNaming, movieNaming} from '#shared/settings/settings.ts';
import type {AlsoWriteNew} from '#shared/store/mongo/transaction.ts';
import {chooseFolder, keepApart} from '#shared/store/titles/title-folders.ts';
import {countPartsOf} from '#shared/tasks/count-missing-parts.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {readTagRules} from './apply-auto-tags.ts';
import {ensureOrder} from './episode-orders.ts';

export type AddDeps = Pick<
	WorkerDeps,
	| 'autoTags'
	| 'importExclusions'
	| 'importListItems'
	| 'jobs'
	| 'libraries'
	| 'metadata'
	| 'movies'
	| 'now'
	| 'outbox'
	| 'rootFolders'
	| 'series'
	| 'settings'
	| 'titleCollections'
>;

type SeriesDeps = AddDeps & Pick<WorkerDeps, 'episodes' | 'otherNumbers'>;

/** Looks up the title and stores it with everything the provider knows. */
export const handleAddMovie: Handler<typeof addMovie, keyof AddDeps> = async (
	{metaId, listItemId, asBacklog, monitorCollection: withCollection, path: given, besideOthers, ...asked},
	deps,
	{signal},
) => {
	const {movies, importExclusions, metadata, settings, now} = deps;
	const choice = await inKnownLibrary(asked, deps);
	const copies = await movies.findCopies(metaId);
	const known = inTheWay(copies, {...choice, besideOthers});
	if (known) {
		throw new Conflict('movie_exists', `${known.title} is in the library already.`);
	}
	if (asked.libraryId && !isByHand(asked) && (await importExclusions.has('movie', metaId, asked.libraryId))) {
		throw new Conflict('title_excluded', 'This movie is excluded from being added automatically; see /api/import-exclusions.');
	}
	const isSearched = choice.searchOnAdd && choice.monitored;
	const search = promiseForNew(searchMovie, missing, {...deps, priority: asBacklog || listItemId ? backlogPriority : null});
	const details = await metadata.movie(metaId, signal);
	const root = choice.rootFolderPath;
	const wanted = given ?? join(root, movieFolder(details, movieNaming(settings)));
	const place = {root, metaId, ...(await libraryBeside(copies, choice, deps))};
	const path = await chooseFolder({path: wanted, ...place}, deps);
	const usualDelayDays = settings.get('media.availabilityDelayDays');
	const ruleTags = ruleTagsOf(await readTagRules('movies', deps), {...details, ...choice, ownTags: choice.tags ?? []});
	const collection = withCollection && details.collectionMetaId !== null ? toMonitored(details, choice, deps) : null;
	const beside = writtenBeside({metaId, listItemId, promises: [isSearched ? search : null, collection]}, deps);
	await ensureInRoot(path, deps);
	const movie = await movies.add(details, {...choice, ruleTags, path, usualDelayDays, ...beside}, now());
	await keepApart({...movie, ...place}, movies, deps);
	await search.start(movie.id);
	await joinCollection(movie, deps);
	await collection?.start(movie.id);
	return {id: movie.id, title: movie.title};
};

/** Between the wish and the answer of the provider, or for a list at any time, a root folder may be removed. */
async function ensureInRoot(path: string, {rootFolders}: Pick<AddDeps, 'rootFolders'>): Promise<void> {
	if (!(await rootFolders.list()).some(root => isWithinFolder(path, root.path))) {
		throw new Conflict('root_folder_removed', `${dirname(path)} is not in a root folder any more. Choose another one.`);
	}
}

/** What a list or a collection adds is searched after everything that people wait for. */
const backlogPriority = 50;

interface Beside {
	metaId: number;
	listItemId: string | undefined;
	/** What follows; null for nothing. */
	promises: readonly ({alsoWrite: AlsoWriteNew} | null)[];
}

/** What is written together with a new title. */
function writtenBeside(
	{metaId, listItemId, promises}: Beside,
	{importListItems}: Pick<AddDeps, 'importListItems'>,
): {alsoWrite?: AlsoWriteNew} {
	if (listItemId === undefined && promises.every(promise => promise === null)) {
		return {};
	}
	return {
		async alsoWrite(titleId, session) {
			await (listItemId !== undefined && importListItems.markAdded(listItemId, {titleId, metaId}, session));
			for (const promise of promises) {
				await promise?.alsoWrite(titleId, session);
			}
		},
	};
}

/** Its collection is monitored once it is stored. */
function toMonitored(
	{collectionMetaId, collectionTitle}: Pick<Movie, 'collectionMetaId' | 'collectionTitle'>,
	{rootFolderPath, qualityProfileId, libraryId, minimumAvailability, searchOnAdd, tags = []}: NewChoice,
	deps: AddDeps,
) {
	const place = {rootFolderPath, qualityProfileId, libraryId, minimumAvailability, searchOnAdd, tags};
	const payload = {metaId: collectionMetaId ?? 0, title: collectionTitle ?? '', ...place}; // only asked for with a collection
	return promiseForNew(monitorCollection, () => payload, deps);
}

type NewChoice = Omit<MonitorCollection, 'metaId' | 'title' | 'tags'> & {tags?: string[]};

/** Makes the collection of a film known, and counts its films again. */
async function joinCollection({collectionMetaId: metaId, collectionTitle: title}: Movie, deps: AddDeps): Promise<void> {
	if (metaId !== null && title !== null) {
		await deps.titleCollections.ensure([{metaId, title}], deps.now());
		await countPartsOf([{collectionMetaId: metaId}], deps);
	}
}

interface Placed {
	libraryId: string | null;
	besideOthers?: boolean | undefined;
}

/** The copy that keeps a title from being added. */
function inTheWay<Title extends {libraryId: string | null}>(
	copies: readonly Title[],
	{libraryId, besideOthers = false}: Placed,
): Title | undefined {
	return besideOthers && libraryId !== null ? copies.find(copy => copy.libraryId === libraryId) : copies[0];
}

/** Lists keep the id of their library when that is deleted, and it may be deleted while a title is being added. */
async function inKnownLibrary<Choice extends Placed>(choice: Choice, {libraries}: Pick<AddDeps, 'libraries'>): Promise<Choice> {
	const isKnown = choice.libraryId === null || (await libraries.find(choice.libraryId)) !== null;
	return isKnown ? choice : {...choice, libraryId: null};
}

/** The library of a further copy, which its folder may be named after. */
async function libraryBeside(
	copies: readonly unknown[],
	{libraryId}: Placed,
	{libraries}: Pick<AddDeps, 'libraries'>,
): Promise<{library?: string | null}> {
	const library = copies.length > 0 && libraryId !== null ? await libraries.find(libraryId) : null;
	return library ? {library: library.name} : {};
}

/** A title that a person chose is added although it is excluded. */
const isByHand = ({addedBy}: {addedBy?: AddedBy}) => addedBy?.kind === 'person' || addedBy?.kind === 'app';

const missing = (movieId: string) => ({movieId, reason: 'missing'}) as const;

/** Looks up the title and stores it with everything the provider knows. */
export const handleAddSeries: Handler<typeof addSeries, keyof SeriesDeps> = async (
	{metaId, listItemId, asBacklog, besideOthers, episodeOrder: order = null, ...asked},
	deps,
	{signal},
) => {
	const {series, importExclusions, metadata, settings, now} = deps;
	const choice = await inKnownLibrary(asked, deps);
	const copies = await series.findCopies(metaId);
	const known = inTheWay(copies, {...choice, besideOthers});
	if (known) {
		throw new Conflict('series_exists', `${known.title} is in the library already.`);
	}
	if (asked.libraryId && !isByHand(asked) && (await importExclusions.has('series', metaId, asked.libraryId))) {
		throw new Conflict('title_excluded', 'This series is excluded from being added automatically; see /api/import-exclusions.');
	}
	const details = await metadata.series(metaId, signal);
	await (order === null ? null : ensureOrder(details, order, deps, signal));
	const root = choice.rootFolderPath;
	const place = {root, metaId, ...(await libraryBeside(copies, choice, deps))};
	const path = await chooseFolder({path: join(root, seriesFolder(details, episodeNaming(settings))), ...place}, deps);
	const isSearched = choice.searchOnAdd && choice.monitored;
	const search = promiseForNew(searchEpisodes, everyEpisodeOf, {...deps, priority: asBacklog || listItemId ? backlogPriority : null});
	const type = choice.type ?? details.type;
	const ruleTags = ruleTagsOf(await readTagRules('tv', deps), {...details, ...choice, type, ownTags: choice.tags ?? []});
	const renumber = promiseForNew(renumberSeries, seriesId => ({seriesId, order}), deps);
	const promises = [isSearched ? search : null, order === null ? null : renumber];
	const beside = writtenBeside({metaId, listItemId, promises}, deps);
	await ensureInRoot(path, deps);
	const added = await series.add(details, {...choice, ruleTags, path, ...beside}, now());
	await keepApart({...added, ...place}, series, deps);
	await search.start(added.id);
	await renumber.start(added.id);
	return {id: added.id, title: added.title};
};

const everyEpisodeOf = (seriesId: string) => ({seriesId, seasonNumber: null, episodeIds: null, reason: 'missing'}) as const;
