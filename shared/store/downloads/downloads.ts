import {randomUUID} from 'node:crypto';
import type {Connection, Model, QueryFilter} from 'mongoose';
import {claimOf, databaseClock, isUnclaimed} from '../../coordination/lease.ts';
import {joinCalls} from '../../coordination/wait.ts';
import {present} from '../../domain/downloads/client-download.ts';
import {type ImportChoice, newImport} from '../../domain/downloads/import-progress.ts';
import {
	type DownloadStatus,
	endStates,
	type FrozenJudgement,
	type GrabbedRelease,
	type GrabTarget,
	type QueueItem,
	statesBefore,
	type TrackedState,
} from '../../domain/downloads/queue-item.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {readPage} from '../../lists/page.ts';
import type {Secrets} from '../../secrets.ts';
import {isDuplicateKey, isUuid} from '../mongo/records.ts';
import {createSealing} from '../sealing/sealed-fields.ts';
import {
	activeKeyOf,
	havingParts,
	type ItemChange,
	itemSchema,
	maxClaimMs,
	type ReleaseAddresses,
	type StoredItem,
	toItem,
	toSet,
} from './download-schema.ts';
import {dueDownloads, followedDownloads} from './followed-downloads.ts';
import {createIntents} from './intents.ts';

/** What programs list of a download; the rest would take half of the time. */
export interface NumberedItem
	extends Pick<
		QueueItem,
		'id' | 'state' | 'status' | 'health' | 'statusMessages' | 'errorMessage' | 'added' | 'retryAt' | 'target' | 'client' | 'transfer'
	> {
	release: Pick<GrabbedRelease, 'title' | 'protocol' | 'indexer' | 'size'> & {
		judgement: Pick<FrozenJudgement, 'quality' | 'parsedQuality' | 'languages' | 'formatIds' | 'formatScore'>;
	};
	/** Missing for one of an earlier version. */
	number?: number;
}

const numberedFields = Object.fromEntries(
	[
		...['state', 'status', 'health', 'statusMessages', 'errorMessage', 'added', 'retryAt', 'target', 'client', 'transfer', 'number'],
		...['title', 'protocol', 'indexer', 'size'].map(name => `release.${name}`),
		...['quality', 'parsedQuality', 'languages', 'formatIds', 'formatScore'].map(name => `release.judgement.${name}`),
	].map(name => [name, 1]),
);

export type DownloadStore = ReturnType<typeof createDownloadStore>;
export type NewQueueItem = Omit<QueueItem, 'id' | 'updatedAt' | 'followUp'> & {addresses: ReleaseAddresses};

/** Of a queue as programs read it. */
const numberedTogether = 1000;

/** By what the queue is put in order, and where that is stored; each has an index. */
const sortKeys = {added: 'added', title: 'release.title', size: 'release.size'} as const;
export type QueueSortField = keyof typeof sortKeys;
export const queueSortFields = Object.keys(sortKeys) as QueueSortField[];

export interface QueuePageQuery {
	page: number;
	limit: number;
	/** The oldest first if not given. */
	sort?: {field: QueueSortField; direction: 'asc' | 'desc'};
	status?: DownloadStatus;
	movieId?: string;
	seriesId?: string;
}

export function createDownloadStore(connection: Connection, secrets: Secrets) {
	const items = connection.model<StoredItem>('QueueItem', itemSchema, 'downloads');
	const sealing = createSealing('downloads', secrets);
	const importing = {movie: importingOf(items, 'movieId'), series: importingOf(items, 'seriesId')};

	async function find(id: string): Promise<QueueItem | null> {
		const found = isUuid(id) ? await items.findById(id).lean<StoredItem>() : null;
		return found && toItem(found);
	}

	/** A compare-and-set: null when `to` cannot be entered from the item's state, or when `only` does not match. */
	async function move(id: string, to: TrackedState, change: ItemChange, only: QueryFilter<StoredItem> = {}): Promise<QueueItem | null> {
		const moved = await items
			.findOneAndUpdate(
				{_id: id, state: {$in: statesBefore(to)}, ...havingParts(change), $and: [only]},
				{$set: {...toSet(change), state: to, updatedAt: new Date()}, ...(releasesKey(to) && {$unset: {activeKey: 1}})},
				{returnDocument: 'after'},
			)
			.lean<StoredItem>();
		return moved && toItem(moved);
	}

	/** A change of expressions, which may use the clock of the database. */
	async function update(filter: QueryFilter<StoredItem>, set: object): Promise<QueueItem | null> {
		const stages = [{$set: {...set, updatedAt: databaseClock.now}}];
		const changed = await items.findOneAndUpdate(filter, stages, {returnDocument: 'after', updatePipeline: true}).lean<StoredItem>();
		return changed && toItem(changed);
	}

	/** Writes `change` if `only` matches, and locks the release again. */
	async function activate(id: string, only: QueryFilter<StoredItem>, change: ItemChange): Promise<QueueItem | null> {
		const item = await items.findById(id, {'release.indexerId': 1, 'release.guid': 1}).lean<StoredItem>();
		if (!item) {
			return null;
		}
		const active = {state: 'downloading', followUp: null, updatedAt: new Date(), activeKey: activeKeyOf(item.release)};
		try {
			const updated = await items
				.findOneAndUpdate({_id: id, ...only}, {$set: {...toSet(change), ...active}}, {returnDocument: 'after'})
				.lean<StoredItem>();
			return updated && toItem(updated);
		} catch (error) {
			throw isDuplicateKey(error) ? new Conflict('release_already_grabbed', 'The same release was grabbed again in the meantime.') : error;
		}
	}

	return {
		...createIntents(items, toItem),
		find,
		...dueDownloads(items),
		...followedDownloads(items),
		async get(id: string): Promise<QueueItem> {
			const item = await find(id);
			if (!item) {
				throw new NotFound('queue_item_not_found', `There is no queue item with the id ${id}.`);
			}
			return item;
		},
		move,
		/** The item of this release that has not failed or ended; null for none. */
		async findActive(release: Pick<QueueItem['release'], 'indexerId' | 'guid'>): Promise<QueueItem | null> {
			const found = await items.findOne({activeKey: activeKeyOf(release)}).lean<StoredItem>();
			return found && toItem(found);
		},
		/** Where the release of an item can be fetched. */
		async addressesOf(id: string): Promise<ReleaseAddresses> {
			const stored = await items.findById(id, {downloadUrl: 1, magnetUrl: 1}).lean<{_id: string} & ReleaseAddresses>();
			const {downloadUrl, magnetUrl} = stored ? sealing.open(stored) : {downloadUrl: null, magnetUrl: null};
			return {downloadUrl, magnetUrl};
		},
		/** Stores the item before any client is called. Throws Conflict `release_already_grabbed`. */
		async add({addresses, ...item}: NewQueueItem): Promise<QueueItem> {
			const _id = randomUUID();
			const activeKey = activeKeyOf(item.release);
			const stored: StoredItem = {_id, ...item, ...sealing.seal(_id, addresses), followUp: null, updatedAt: item.added, activeKey};
			try {
				await items.create([stored]);
			} catch (error) {
				throw isDuplicateKey(error) ? new Conflict('release_already_grabbed', `${item.release.title} has already been grabbed.`) : error;
			}
			return toItem(stored);
		},
		/** The client has all of it; null when the item is no longer downloading, or was sent again since `started`. */
		async complete(id: string, {now, started}: {now: Date; started: Date}): Promise<QueueItem | null> {
			const whole = {'transfer.sizeLeft': 0, 'transfer.secondsLeft': null, import: {$ifNull: ['$import', {$literal: newImport}]}};
			const shown = {state: 'importPending', status: 'completed', ended: now, updatedAt: new Date()};
			const completed = await items
				.findOneAndUpdate({_id: id, state: 'downloading', 'transfer.started': started}, [{$set: {...shown, ...whole}}], {
					returnDocument: 'after',
					updatePipeline: true,
				})
				.lean<StoredItem>();
			return completed && toItem(completed);
		},
		/** Marks the release as active again for a retry. Throws Conflict when it was grabbed again in the meantime. */
		reactivate: (id: string, change: ItemChange) => activate(id, {state: {$in: ['failed', 'failedPending']}}, change),
		/** Continues an item that its client had lost; null for any other. Throws Conflict like `reactivate`. */
		async resume(id: string): Promise<QueueItem | null> {
			const change = {health: 'ok' as const, errorMessage: null, ended: null, transfer: present};
			return activate(id, {state: 'ignored', 'transfer.missingSince': {$type: 'date'}}, change);
		},
		/**
		 * Null unless the item has the parts that change, is in one of the states, is still claimed by `token`, and
		 * matches.
		 */
		async change(
			id: string,
			change: ItemChange,
			only: {states?: readonly TrackedState[]; token?: string; matching?: QueryFilter<StoredItem>} = {},
		): Promise<QueueItem | null> {
			const changed = await items
				.findOneAndUpdate(
					{
						_id: id,
						...havingParts(change),
						...(only.states && {state: {$in: [...only.states]}}),
						...(only.token && {'import.claim.token': only.token}),
						...(only.matching && {$and: [only.matching]}),
					},
					{$set: {...toSet(change), updatedAt: new Date()}},
					{returnDocument: 'after'},
				)
				.lean<StoredItem>();
			return changed && toItem(changed);
		},
		/** Claims an item that waits for its import, or whose claim has ended by the clock of the database. */
		async claimForImport(id: string, token: string, milliseconds: number): Promise<QueueItem | null> {
			const isLeft = {state: 'importing' as const, $expr: isUnclaimed('import.claim', maxClaimMs)};
			return update(
				{_id: id, import: {$ne: null}, $or: [{state: 'importPending'}, isLeft]},
				{state: 'importing', 'import.claim': claimOf(token, milliseconds)},
			);
		},
		/** The paths to which imports of other titles are on their way. Their files may have no record yet. */
		async plannedAt(paths: readonly string[], {except}: {except: string}): Promise<Set<string>> {
			const rows = await items
				.find(
					{
						state: {$in: ['importPending', 'importing']},
						'import.journal.files.file.path': {$in: [...paths]},
						'target.movieId': {$ne: except},
						'target.seriesId': {$ne: except},
					},
					{'import.journal.files.file.path': 1},
				)
				.lean<{import: {journal: {files: {file: {path: string}}[]}}}[]>();
			const planned = new Set(rows.flatMap(row => row.import.journal.files.map(({file}) => file.path)));
			return planned.intersection(new Set(paths));
		},
		/** Is a download of this title being imported, or has an import of it placed files without an end? */
		async isImporting(titleId: string, kind: 'movie' | 'series'): Promise<boolean> {
			return (await importing[kind](titleId)).has(titleId);
		},
		/** Extends a claim; false when another worker holds it. */
		async renewClaim(id: string, token: string, milliseconds: number): Promise<boolean> {
			const ours = {_id: id, state: 'importing' as const, 'import.claim.token': token};
			const extended = [{$set: {'import.claim.until': databaseClock.in(milliseconds)}}];
			return (await items.updateOne(ours, extended, {updatePipeline: true})).matchedCount > 0;
		},
		/**
		 * A person says what a waiting download is. What an earlier import had begun is to be undone by the next one.
		 * Null unless it waits for its import.
		 */
		async chooseTitle(id: string, target: GrabTarget, choice: ImportChoice): Promise<QueueItem | null> {
			const shown = {health: 'ok', statusMessages: [], retryAt: null};
			const progress = {
				'import.choice': {$literal: choice},
				'import.tries': 0,
				'import.discarded': {$ifNull: ['$import.journal', '$import.discarded', null]},
				'import.journal': null,
				// What it has brought to another title does not count.
				'import.files': {$cond: [{$eq: ['$target', {$literal: target}]}, '$import.files', []]},
			};
			return update({_id: id, state: 'importPending', import: {$ne: null}}, {...shown, target: {$literal: target}, ...progress});
		},
		async page({page, limit, sort, status, movieId, seriesId}: QueuePageQuery): Promise<{items: QueueItem[]; total: number}> {
			const way = sort?.direction === 'desc' ? -1 : 1;
			const filter: QueryFilter<StoredItem> = {
				...(status && {status}),
				...(movieId && {'target.movieId': movieId}),
				...(seriesId && {'target.seriesId': seriesId}),
			};
			const {rows, total} = await readPage<StoredItem, StoredItem>(items, {
				filter,
				sort: {[sortKeys[sort?.field ?? 'added']]: way, _id: way},
				page,
				limit,
			});
			return {items: rows.map(toItem), total};
		},
		async inStates(states: readonly TrackedState[], limit = 1000): Promise<QueueItem[]> {
			const rows = await items
				.find({state: {$in: [...states]}})
				.sort({added: 1})
				.limit(limit)
				.lean<StoredItem[]>();
			return rows.map(toItem);
		},
		/** What programs list of them, with their numbers. */
		async numberedInStates(states: readonly TrackedState[], limit: number): Promise<NumberedItem[]> {
			const rows = await items
				.find({state: {$in: [...states]}}, numberedFields)
				.sort({added: 1})
				.limit(limit)
				// The usual hundred at first would need several requests.
				.batchSize(numberedTogether)
				.lean<(Omit<NumberedItem, 'id'> & {_id: string})[]>();
			return rows.map(({_id, ...row}) => ({id: _id, ...row}));
		},
		/** The newest one that its client knows by this id, in capitals or not. */
		async findByClientId(downloadId: string): Promise<QueueItem | null> {
			const ids = [...new Set([downloadId, downloadId.toLowerCase(), downloadId.toUpperCase()])];
			const [row] = await items
				.find({'transfer.downloadId': {$in: ids}})
				.sort({added: -1})
				.limit(1)
				.lean<StoredItem[]>();
			return row ? toItem(row) : null;
		},
		async forMovie(movieId: string): Promise<QueueItem[]> {
			const rows = await items.find({'target.movieId': movieId, state: {$nin: [...endStates]}}).lean<StoredItem[]>();
			return rows.map(toItem);
		},
		async forSeries(seriesId: string): Promise<QueueItem[]> {
			const rows = await items.find({'target.seriesId': seriesId, state: {$nin: [...endStates]}}).lean<StoredItem[]>();
			return rows.map(toItem);
		},
		/** What is in the way of another grab of the same releases, by these titles. */
		async heldFor({movieIds = [], seriesIds = []}: {movieIds?: readonly string[]; seriesIds?: readonly string[]}): Promise<QueueItem[]> {
			const ofTitles = movieIds.length > 0 ? {'target.movieId': {$in: [...movieIds]}} : {'target.seriesId': {$in: [...seriesIds]}};
			return (await items.find({...ofTitles, activeKey: {$exists: true}}).lean<StoredItem[]>()).map(toItem);
		},
		/** Removes failed and ignored items that need nothing more and have not changed since. Returns how many. */
		async removeEnded(before: Date): Promise<number> {
			const filter = {state: {$in: ['failed' as const, 'ignored' as const]}, followUp: null, updatedAt: {$lt: before}};
			return (await items.deleteMany(filter)).deletedCount;
		},
		/** Returns whether it was there and, if given, in that state. */
		async remove(id: string, only: {state?: TrackedState} = {}): Promise<boolean> {
			return (await items.deleteOne({_id: id, ...only})).deletedCount > 0;
		},
	};
}

function releasesKey(to: TrackedState): boolean {
	return to === 'failed' || to === 'failedPending' || to === 'ignored';
}

/** Which titles have an import that has begun. Titles whose files are renamed at once ask together. */
function importingOf(items: Model<StoredItem>, field: 'movieId' | 'seriesId') {
	const begun = {$or: [{state: 'importing' as const}, {state: 'importPending' as const, 'import.journal': {$ne: null}}]};
	return joinCalls<string, ReadonlySet<string | null>>(async ids => {
		const rows = await items
			.find({[`target.${field}`]: {$in: [...ids]}, ...begun}, {[`target.${field}`]: 1})
			.lean<Pick<StoredItem, 'target'>[]>();
		return new Set(rows.map(({target}) => target[field]));
	});
}
