import type {ImportList} from '#shared/domain/import-lists/import-list.ts';
import type {ItemState} from '#shared/domain/import-lists/list-item.ts';
import type {ItemStep, KnownItem} from '#shared/store/libraries/import-list-items.ts';
import type {ListedTitle} from '#shared/store/titles/listed-titles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export type SettleDeps = Pick<WorkerDeps, 'importExclusions' | 'importListItems' | 'movies' | 'series'>;

/** Gives the items of a list the states that follow from the library and the exclusions, by a few queries for all. */
export async function settleItems(list: Pick<ImportList, 'id' | 'media' | 'libraryId'>, deps: SettleDeps): Promise<void> {
	const {importListItems, importExclusions} = deps;
	const items = (await importListItems.known(list.id)).filter(({leftAt}) => leftAt === null);
	const titleOf = await findTitles(list, items, deps);
	const metaIds = items.flatMap(({ids}) => ids.metaId ?? []);
	const excluded = await importExclusions.among(list.media === 'movies' ? 'movie' : 'series', metaIds, list.libraryId);
	const deleted = await importListItems.deletedByPersons(list.media, metaIds);
	const steps = items.flatMap(item => stepOf(item, {list, title: titleOf(item), excluded, deleted}));
	await importListItems.step(steps);
}

interface Facts {
	list: Pick<ImportList, 'id'>;
	title: ListedTitle | null;
	excluded: ReadonlySet<number>;
	deleted: ReadonlySet<number>;
}

/** The change of an item; none if it is right. */
function stepOf(item: KnownItem, {list, title, excluded, deleted}: Facts): ItemStep[] {
	const {id, state: from, ids, titleId, isWanted} = item;
	const to = (state: ItemState, change: ItemStep['change'] = {}): ItemStep[] =>
		from === state && (change.titleId ?? titleId) === titleId ? [] : [{id, from, change: {state, reason: null, ...change}}];
	if (title) {
		const isOurs = title.addedBy?.kind === 'list' && title.addedBy.id === list.id;
		// What people did to a title that another item added is unknown, so it counts as changed.
		const isTouched = item.isTouched || titleId !== title.id;
		return to(isOurs ? 'added' : 'inLibrary', {titleId: title.id, isWanted: false, isTouched, ids: {...ids, metaId: title.metaId}});
	}
	if (from === 'removedByPerson' || from === 'unmatched') {
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
