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
	const {movies, metadata, settings, now} = deps;
	const {choice, place} = await placeOfNew('movie', {metaId, asked, besideOthers}, movies, deps);
	const isSearched = choice.searchOnAdd && choice.monitored;
	const search = promiseForNew(searchMovie, missing, {...deps, priority: asBacklog || listItemId ? backlogPriority : null});
	const details = await metadata.movie(metaId, signal);
	const wanted = given ?? join(place.root, movieFolder(details, movieNaming(settings)));
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

interface Asked {
	libraryId: string | null;
	rootFolderPath: string;
	addedBy?: AddedBy;
}

const alreadyThere = {movie: 'movie_exists', series: 'series_exists'} as const;

/**
 * The library and the root folder of a new title. Throws Conflict `movie_exists` or `series_exists` if a copy is in its
 * way, and `title_excluded`.
 */
async function placeOfNew<Choice extends Asked>(
	kind: 'movie' | 'series',
	{metaId, asked, besideOthers = false}: {metaId: number; asked: Choice; besideOthers: boolean | undefined},
	titles: {findCopies(metaId: number): Promise<{title: string; libraryId: string | null}[]>},
	{libraries, importExclusions}: Pick<AddDeps, 'importExclusions' | 'libraries'>,
): Promise<{choice: Choice; place: {root: string; metaId: number; library?: string}}> {
	// Lists keep the id of their library when that is deleted, and it may be deleted while a title is being added.
	const library = asked.libraryId === null ? null : await libraries.find(asked.libraryId);
	const choice = library ? asked : {...asked, libraryId: null};
	const copies = await titles.findCopies(metaId);
	const known = besideOthers && library ? copies.find(({libraryId}) => libraryId === library.id) : copies[0];
	if (known) {
		throw new Conflict(alreadyThere[kind], `${known.title} is in the library already.`);
	}
	if (asked.libraryId && !isByHand(asked) && (await importExclusions.has(kind, metaId, asked.libraryId))) {
		throw new Conflict('title_excluded', `This ${kind} is excluded from being added automatically; see /api/import-exclusions.`);
	}
	// The folder of a further copy may be named after its library.
	return {choice, place: {root: asked.rootFolderPath, metaId, ...(library && copies.length > 0 && {library: library.name})}};
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
	const {series, metadata, settings, now} = deps;
	const {choice, place} = await placeOfNew('series', {metaId, asked, besideOthers}, series, deps);
	const details = await metadata.series(metaId, signal);
	await (order === null ? null : ensureOrder(details, order, deps, signal));
	const path = await chooseFolder({path: join(place.root, seriesFolder(details, episodeNaming(settings))), ...place}, deps);
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
