import {nextTry} from '#shared/coordination/backoff.ts';
import {afterDeathMs} from '#shared/coordination/lease.ts';
import {createRates} from '#shared/coordination/rate.ts';
import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import {type ImportList, monitorOfSeries} from '#shared/domain/import-lists/import-list.ts';
import type {ItemState, ListItem} from '#shared/domain/import-lists/list-item.ts';
import {foldTitle} from '#shared/domain/release/clean-title.ts';
import {Cancelled, Conflict, isExpected, NotFound, Unavailable} from '#shared/errors.ts';
import type {addListItems} from '#shared/jobs/lists.ts';
import {addMovie, addSeries} from '#shared/jobs/refresh.ts';
import type {ItemStep, KnownItem} from '#shared/store/libraries/import-list-items.ts';
import type {ListedTitle} from '#shared/store/titles/listed-titles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {takeLabels} from './leave-titles.ts';

type Deps = Pick<
	WorkerDeps,
	| 'importExclusions'
	| 'importListItems'
	| 'importLists'
	| 'jobs'
	| 'leases'
	| 'metadata'
	| 'movies'
	| 'now'
	| 'prefix'
	| 'producer'
	| 'qualityProfiles'
	| 'series'
	| 'tags'
>;

/** For all lists together, because the metadata provider, the disks and the indexers have other work, too. */
const addRate = {name: 'list-adds', max: 20, windowMs: minuteMs};
/** Milliseconds that the provider gets for a title with all its seasons. */
const addLimitMs = 60_000;
/** For an item whose provider failed. */
const itemBackoff = {delaysMs: [5 * minuteMs, 15 * minuteMs, 60 * minuteMs]};
/** After which a title that nobody knew is looked up again, because providers learn of titles late. */
const unmatchedMs = 3 * dayMs;
/** Items in a row that failed, after which the provider is taken to be away. */
const maxFailures = 3;

/** Adds the waiting items one after another. If it is killed, the remaining ones still wait. */
export const handleAddListItems: Handler<typeof addListItems, keyof Deps> = async (_payload, deps, {signal}) => {
	// Two at once would look up the same title.
	await deps.leases.with('add-list-items', {signal, maxWaitMs: afterDeathMs}, async lost => {
		let failures = 0;
		for (;;) {
			lost.throwIfAborted();
			const lists = new Map((await deps.importLists.list()).filter(({enabled}) => enabled).map(list => [list.id, list]));
			const item = await deps.importListItems.nextWaiting([...lists.keys()], deps.now());
			const list = item && lists.get(item.listId);
			if (!list) {
				return;
			}
			try {
				await handleItem(item, list, {deps, signal: lost});
				failures = 0;
			} catch (error) {
				if (lost.aborted || !isExpected(error) || error instanceof Cancelled) {
					throw error;
				}
				failures += 1;
				const change = {retryAt: nextTry(1, itemBackoff, deps.now()), reason: error.message};
				await deps.importListItems.step([{id: item.id, from: 'waiting', change}]);
				if (failures >= maxFailures) {
					throw new Unavailable('provider_away', error.message, {cause: error});
				}
			}
		}
	});
};

interface Work {
	deps: Deps;
	signal: AbortSignal;
}

async function handleItem(item: ListItem, list: ImportList, {deps, signal}: Work): Promise<void> {
	const {importListItems, importExclusions, movies, series} = deps;
	const become = (state: ItemState, change: Partial<ListItem> = {}) =>
		importListItems.step([{id: item.id, from: 'waiting', change: {state, reason: null, retryAt: null, ...change}}]);
	const unknown = (reason: string) => become('unmatched', {reason, retryAt: new Date(Number(deps.now()) + unmatchedMs)});
	const metaId = item.ids.metaId ?? (await findMetaId(item, {deps, signal}));
	if (metaId === null) {
		await unknown('It is not clear which title this is. Say which one it is.');
		return;
	}
	const ids = {...item.ids, metaId};
	const isMovie = item.media === 'movies';
	const titles = isMovie ? movies : series;
	// A list adds no copy of what another library has: its titles were sorted by people.
	const known = (await titles.findInLibrary(metaId, list.libraryId)) ?? (await titles.findOldest(metaId));
	if (known) {
		await become('inLibrary', {ids, titleId: known.id, isWanted: false});
		return;
	}
	if (!item.isWanted && (await importListItems.deletedByPersons(item.media, [metaId])).size > 0) {
		await become('removedByPerson', {ids});
		return;
	}
	if (!item.isWanted && (await importExclusions.has(isMovie ? 'movie' : 'series', metaId, list.libraryId))) {
		await become('excluded', {ids});
		return;
	}
	await createRates(deps.producer, deps.prefix).waitForHit(addRate, 'all', {signal, maxWaitMs: 2 * addRate.windowMs});
	try {
		// It marks the item in the step that adds the title.
		await add({...item, ids}, metaId, list, {deps, signal});
	} catch (error) {
		if (error instanceof NotFound) {
			await unknown(error.message);
		} else if (error instanceof Conflict && error.code === 'title_excluded') {
			await become('excluded', {ids});
		} else if (error instanceof Conflict) {
			const other = await titles.findOldest(metaId);
			if (!other) {
				// The item waits, with the reason: it would be the next one again.
				throw error;
			}
			await become('inLibrary', {ids, titleId: other.id, isWanted: false});
		} else {
			throw error;
		}
	}
}

/** Uses the ordinary job. The search that follows has the lowest priority. */
async function add(item: ListItem, metaId: number, list: ImportList, {deps, signal}: Work): Promise<void> {
	const {jobs, qualityProfiles} = deps;
	const choice = {
		metaId,
		rootFolderPath: list.rootFolderPath,
		qualityProfileId: list.qualityProfileId ?? (await qualityProfiles.getDefault()).id,
		languageProfileId: list.languageProfileId,
		libraryId: list.libraryId,
		tags: await takeLabels(list.tags, deps),
		monitored: item.seasons ? item.seasons.length > 0 : list.monitor !== 'none',
		searchOnAdd: list.searchOnAdd,
		// What a person asked for is that person's.
		addedBy: item.isWanted ? {kind: 'person' as const, id: null} : {kind: 'list' as const, id: list.id},
		listItemId: item.id,
	};
	const how = {timeoutMs: addLimitMs, signal};
	if (item.media === 'movies') {
		const monitorCollection = list.monitor === 'movieAndCollection';
		await jobs.ask(addMovie, {...choice, minimumAvailability: list.minimumAvailability, monitorCollection}, how);
		return;
	}
	// What is monitored at the source counts, and nothing else.
	const monitor = item.seasons ? 'none' : (monitorOfSeries.find(each => each === list.monitor) ?? 'all');
	const seasonOptions = (item.seasons ?? []).map(seasonNumber => ({seasonNumber, monitored: true}));
	const {seasonFolder, monitorNewSeasons, type} = list;
	await jobs.ask(addSeries, {...choice, monitor, monitorNewSeasons, type, seasonFolder, seasonOptions}, how);
}

/** The only title that an id, or the name and year, can mean; null if there are none or several. */
async function findMetaId({ids, media, title, year}: ListItem, {deps: {metadata}, signal}: Work): Promise<number | null> {
	const kind = media === 'movies' ? 'movie' : 'series';
	const byTvMetaId = kind === 'series' && ids.tvMetaId !== null ? await metadata.findByTvMetaId(ids.tvMetaId, signal) : null;
	const byId = byTvMetaId ?? (ids.imdbId === null ? null : await metadata.findByImdbId(ids.imdbId, kind, signal));
	if (byId !== null || title === '') {
		return byId;
	}
	// A movie may have the name of the series that is meant.
	const otherKind = kind === 'movie' ? 'series' : 'movie';
	if (ids.imdbId !== null && (await metadata.findByImdbId(ids.imdbId, otherKind, signal)) !== null) {
		return null;
	}
	const found = await (kind === 'movie' ? metadata.searchMovies : metadata.searchSeries)(title, year, signal);
	const name = foldTitle(title);
	const named = found.filter(each => foldTitle(each.title) === name || foldTitle(each.originalTitle) === name);
	const exact = named.filter(each => year === null || each.year === year);
	// Lists and providers disagree by a year about festivals and the like.
	const near = named.filter(each => year !== null && each.year !== null && Math.abs(each.year - year) === 1);
	const [only, ...others] = exact.length > 0 ? exact : near;
	return only && others.length === 0 ? only.metaId : null;
}

export type SettleDeps = Pick<WorkerDeps, 'importExclusions' | 'importListItems' | 'movies' | 'now' | 'series'>;

/** Gives the items of a list the states that follow from the library and the exclusions, by a few queries for all. */
export async function settleItems(list: Pick<ImportList, 'id' | 'media' | 'libraryId'>, deps: SettleDeps): Promise<void> {
	const {importListItems, importExclusions} = deps;
	const items = (await importListItems.known(list.id)).filter(({leftAt}) => leftAt === null);
	const titleOf = await findTitles(list, items, deps);
	const metaIds = items.flatMap(({ids}) => ids.metaId ?? []);
	const excluded = await importExclusions.among(list.media === 'movies' ? 'movie' : 'series', metaIds, list.libraryId);
	const deleted = await importListItems.deletedByPersons(list.media, metaIds);
	const steps = items.flatMap(item => stepOf(item, {list, title: titleOf(item), excluded, deleted, now: deps.now()}));
	await importListItems.step(steps);
}

interface Facts {
	list: Pick<ImportList, 'id'>;
	title: ListedTitle | null;
	excluded: ReadonlySet<number>;
	deleted: ReadonlySet<number>;
	now: Date;
}

/** The change of an item; none if it is right. */
function stepOf(item: KnownItem, {list, title, excluded, deleted, now}: Facts): ItemStep[] {
	const {id, state: from, ids, titleId, isWanted, retryAt} = item;
	const to = (state: ItemState, change: ItemStep['change'] = {}): ItemStep[] =>
		from === state && (change.titleId ?? titleId) === titleId ? [] : [{id, from, change: {state, reason: null, ...change}}];
	if (title) {
		const isOurs = title.addedBy?.kind === 'list' && title.addedBy.id === list.id;
		// What people did to a title that another item added is unknown, so it counts as changed.
		const isTouched = item.isTouched || titleId !== title.id;
		return to(isOurs ? 'added' : 'inLibrary', {titleId: title.id, isWanted: false, isTouched, ids: {...ids, metaId: title.metaId}});
	}
	if (from === 'removedByPerson' || (from === 'unmatched' && retryAt !== null && retryAt > now)) {
		return [];
	}
	const {metaId} = ids;
	if (metaId !== null && deleted.has(metaId) && !isWanted) {
		return to('removedByPerson', {titleId: null});
	}
	if (metaId !== null && excluded.has(metaId) && !isWanted) {
		return to('excluded', {titleId: null});
	}
	// Its title is gone and no person deleted it, or it is no longer excluded.
	return from === 'waiting' ? [] : [{id, from, change: {state: 'waiting', titleId: null, reason: null}}];
}

/** The title in the library for each item, by any of its ids. */
async function findTitles({id, media}: Pick<ImportList, 'id' | 'media'>, items: readonly KnownItem[], {movies, series}: SettleDeps) {
	const keys = {
		metaIds: items.flatMap(({ids}) => ids.metaId ?? []),
		imdbIds: items.flatMap(({ids}) => (ids.metaId === null && ids.imdbId !== null ? [ids.imdbId] : [])),
		tvMetaIds: items.flatMap(({ids}) => (media === 'series' && ids.metaId === null && ids.tvMetaId !== null ? [ids.tvMetaId] : [])),
	};
	const isOurs = ({addedBy}: ListedTitle) => addedBy?.kind === 'list' && addedBy.id === id;
	// Of several copies, the one that this list added, or the oldest: the last one counts below.
	const titles = (await (media === 'movies' ? movies : series).listed(keys)).toSorted((a, b) => Number(isOurs(a)) - Number(isOurs(b)));
	const byMetaId = new Map(titles.map(title => [title.metaId, title]));
	const byImdbId = new Map(titles.map(title => [title.imdbId, title]));
	const byTvMetaId = new Map(titles.map(title => [title.tvMetaId ?? null, title]));
	return ({ids}: KnownItem): ListedTitle | null =>
		(ids.metaId !== null
			? byMetaId.get(ids.metaId)
			: (ids.imdbId !== null && byImdbId.get(ids.imdbId)) || (ids.tvMetaId !== null && byTvMetaId.get(ids.tvMetaId))) || null;
}
