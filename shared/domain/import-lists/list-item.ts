import {foldTitle} from '../release/clean-title.ts';
import type {ListMedia} from './import-list.ts';

export interface ListIds {
	metaId: number | null;
	imdbId: string | null;
	tvMetaId: number | null;
}

/** A title as a source names it. */
export interface ListEntry {
	ids: ListIds;
	title: string;
	year: number | null;
	/** Seasons that are monitored at the source; null if it does not say. */
	seasons: number[] | null;
}

/**
 * `waiting` to be looked up and added; `unmatched` when it is not clear which title it is. `left` the list, and nothing
 * is known of it but its title. `removedByPerson`: no list adds it until a person says so.
 */
export const itemStates = ['waiting', 'added', 'inLibrary', 'excluded', 'unmatched', 'removedByPerson', 'left'] as const;
export type ItemState = (typeof itemStates)[number];

export interface ListItem extends ListEntry {
	id: string;
	listId: string;
	media: ListMedia;
	/** The same for the same title of the list. */
	key: string;
	state: ItemState;
	titleId: string | null;
	reason: string | null;
	/** A person asked for it, so it is added although a person had deleted it. */
	isWanted: boolean;
	/** A person changed its title since it was added, so the list leaves it alone. */
	isTouched: boolean;
	/** The consequences of leaving the list have been applied to its title, or a person has decided against them. */
	isSettled: boolean;
	/** The next try is not before this time; null at once. */
	retryAt: Date | null;
	firstSeenAt: Date;
	/** Null while it is on the list. */
	lastSeenAt: Date | null;
	leftAt: Date | null;
}

/** Whether what a source calls a title may be of our sort. No word, or one that is unknown, means ours. */
export function isOfMedia(word: string | null, media: ListMedia): boolean {
	const sort = (word ?? '').toLowerCase().replaceAll(/[\s_-]/g, '');
	if (/^(?:podcast.*|.*episode|season|(?:video)?game|musicvideo|person|people)s?$/.test(sort)) {
		return false;
	}
	const isMovie = /^(?:movie|film|tvmovie|tvspecial|tvshort|short|video)s?$/.test(sort);
	const isSeries = /^(?:tv|show|series|tv(?:mini)?(?:show|series)|tvmini|anime)s?$/.test(sort);
	return media === 'movies' ? !isSeries : !isMovie;
}

const longestTitle = 300;

/** The id that is most likely to stay the same, else the title. Null for what names nothing. */
export function keyOf({ids, title, year}: Pick<ListEntry, 'ids' | 'title' | 'year'>): string | null {
	return idKeys(ids)[0] ?? (title.trim() === '' ? null : `title:${foldTitle(title)}:${year ?? ''}`);
}

function idKeys({metaId, imdbId, tvMetaId}: ListIds): string[] {
	return [
		...(metaId === null ? [] : [`tmdb:${metaId}`]),
		...(imdbId === null ? [] : [`imdb:${imdbId}`]),
		...(tvMetaId === null ? [] : [`tvdb:${tvMetaId}`]),
	];
}

const largestId = 2_147_483_647;
const idOrNull = (value: number | null) =>
	value !== null && Number.isSafeInteger(value) && value > 0 && value <= largestId ? value : null;

/** The id in `tt0111161`, however it is written. */
export function imdbIdOf(value: string | null): string | null {
	return /(?:^|[^a-z])(tt\d{5,10})(?!\d)/i.exec(value ?? '')?.[1]?.toLowerCase() ?? null;
}

/** Entries in bounds whatever a source sends, each title once. */
export function plainEntries(entries: readonly ListEntry[]): ListEntry[] {
	const seen = new Set<string>();
	return entries.flatMap(({ids, title, year, seasons}) => {
		const entry: ListEntry = {
			ids: {metaId: idOrNull(ids.metaId), imdbId: imdbIdOf(ids.imdbId), tvMetaId: idOrNull(ids.tvMetaId)},
			title: title
				.replace(/\p{Cc}/gu, ' ')
				.trim()
				.slice(0, longestTitle)
				.toWellFormed(),
			year: year !== null && Number.isInteger(year) && year > 1800 && year < 2200 ? year : null,
			seasons: seasons?.filter(season => Number.isInteger(season) && season >= 0 && season < 10_000).slice(0, 200) ?? null,
		};
		const keys = [...idKeys(entry.ids), keyOf(entry)].filter(key => key !== null);
		if (keys.length === 0 || keys.some(key => seen.has(key))) {
			return [];
		}
		for (const key of keys) {
			seen.add(key);
		}
		return [entry];
	});
}

type KnownItem = Pick<ListItem, 'id' | 'key' | 'ids' | 'title' | 'year' | 'leftAt' | 'lastSeenAt'>;

export interface ItemChanges {
	added: (ListEntry & {key: string})[];
	/** Items for which the source now names ids that it did not name before. */
	learned: {id: string; ids: ListIds}[];
	/** Ids of items that are on the list again. */
	returned: string[];
	/** Ids of items that are not in this answer and were in the one before. */
	missing: string[];
	/** Ids of all that have not left yet and are not in this answer. */
	absent: string[];
}

/**
 * The changes that an answer makes. A source that learns another id of a title still means the same item, so an item is
 * found by any of its ids.
 */
export function compareItems(known: readonly KnownItem[], entries: readonly ListEntry[]): ItemChanges {
	const byKey = new Map<string, KnownItem>();
	for (const item of known) {
		for (const key of [item.key, ...idKeys(item.ids)]) {
			byKey.set(key, byKey.get(key) ?? item);
		}
	}
	const found = new Set<string>();
	const added: ItemChanges['added'] = [];
	const learned: ItemChanges['learned'] = [];
	for (const entry of entries) {
		const key = keyOf(entry);
		const titleKey = keyOf({...entry, ids: {metaId: null, imdbId: null, tvMetaId: null}});
		const item = [...idKeys(entry.ids), key ?? '', titleKey ?? ''].map(each => byKey.get(each)).find(each => each !== undefined);
		if (item) {
			found.add(item.id);
			const ids = withLearned(item.ids, entry.ids);
			if (ids !== null) {
				learned.push({id: item.id, ids});
			}
		} else if (key !== null) {
			added.push({...entry, key});
		}
	}
	return {
		added,
		learned,
		returned: known.filter(({id, lastSeenAt}) => found.has(id) && lastSeenAt !== null).map(({id}) => id),
		missing: known.filter(({id, lastSeenAt}) => !found.has(id) && lastSeenAt === null).map(({id}) => id),
		absent: known.filter(({id, leftAt}) => !found.has(id) && leftAt === null).map(({id}) => id),
	};
}

/** Ids with those that were unknown; null if there are none. What is known stays, because a person may have said it. */
function withLearned(known: ListIds, named: ListIds): ListIds | null {
	const ids: ListIds = {
		metaId: known.metaId ?? named.metaId,
		imdbId: known.imdbId ?? named.imdbId,
		tvMetaId: known.tvMetaId ?? named.tvMetaId,
	};
	return idKeys(ids).length > idKeys(known).length ? ids : null;
}
