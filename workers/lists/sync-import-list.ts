import {healthRules, recordFailure, recordSuccess, withCappedPause} from '#shared/coordination/backoff.ts';
import {afterDeathMs} from '#shared/coordination/lease.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import {type ImportList, kindOf, maxItems} from '#shared/domain/import-lists/import-list.ts';
import {whyIncomplete} from '#shared/domain/import-lists/leaving.ts';
import {compareItems, keyOf, plainEntries} from '#shared/domain/import-lists/list-item.ts';
import {Cancelled, Invalid, isExpected, TooMany, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {addListItems, type syncImportList} from '#shared/jobs/lists.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {ListAnswer} from '../integrations/import-lists/import-list-client.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {type SettleDeps, settleItems} from './add-list-items.ts';
import {type LeaveDeps, leaveTitles} from './leave-titles.ts';

type Deps = SettleDeps & LeaveDeps & Pick<WorkerDeps, 'importLists' | 'jobs' | 'leases' | 'now' | 'openImportList' | 'outbox'>;

const rules = healthRules.importList;
/** Days after the grace for which an item that left is shown. */
const shownDays = 30;

export const leaseOf = (listId: string) => `import-list:${listId}`;

/** Reads a list and stores what is on it. May be killed anywhere: the next run compares again. */
export const handleSyncImportList: Handler<typeof syncImportList, keyof Deps> = async (request, deps, {signal}) => {
	const {listId, byPerson = false} = request;
	const done = await deps.leases.with(leaseOf(listId), {signal, maxWaitMs: afterDeathMs}, async lost => {
		const found = await deps.importLists.find(listId);
		if (found?.enabled) {
			const list = await withCappedPause(deps.importLists, found, deps.now(), rules);
			const isPaused = list.disabledUntil !== null && list.disabledUntil > deps.now();
			await (isPaused && !byPerson ? undefined : sync(list, {acceptFewer: request.acceptFewer ?? false, signal: lost}, deps));
		}
		return true;
	});
	if (done === null) {
		throw new Unavailable('list_busy', 'Another worker reads this list.');
	}
};

interface SyncOptions {
	acceptFewer: boolean;
	signal: AbortSignal;
}

async function sync(list: ImportList, options: SyncOptions, deps: Deps): Promise<void> {
	const {importLists, now} = deps;
	let answer: ListAnswer;
	try {
		answer = await deps.openImportList(list).read(options.signal);
	} catch (error) {
		if (options.signal.aborted || !isExpected(error) || error instanceof Cancelled) {
			throw error;
		}
		await noteFailure(list, error, deps);
		return;
	}
	options.signal.throwIfAborted();
	const isWhole = await takeAnswer(list, answer, options, deps);
	if (answer.failure) {
		await noteFailure(list, answer.failure, deps);
	} else {
		await recordSuccess(importLists, list, rules);
	}
	const current = await importLists.find(list.id);
	if (isWhole && current && Number(current.updatedAt) === Number(list.updatedAt)) {
		await leaveTitles(current, options.signal, deps);
	}
	await deps.importListItems.prune(list, new Date(Number(now()) - (list.graceDays + shownDays) * dayMs));
	await promiseJob(addListItems, {}, deps);
}

/** Stores what the answer changes. Returns whether it was the whole list. */
async function takeAnswer(list: ImportList, answer: ListAnswer, {acceptFewer, signal}: SyncOptions, deps: Deps): Promise<boolean> {
	const {importLists, importListItems, now} = deps;
	const limit = Math.min(list.limit, maxItems);
	const all = plainEntries(answer.entries);
	const known = await importListItems.known(list.id);
	const present = known.filter(({leftAt}) => leftAt === null).length;
	const isPartial = kindOf(list.kind).isPartial ?? false;
	const unnamed = answer.entries.filter(entry => keyOf(entry) === null).length;
	const seen = {entries: all.length, unnamed, missing: answer.missing};
	const incomplete = whyIncomplete(seen, {known: present, limit, isPartial, acceptFewer});
	const isWhole = incomplete === null;
	const at = now();
	const changes = compareItems(known, all.slice(0, limit));
	signal.throwIfAborted();
	// Before the items: a run that dies in between must not leave a time that looks complete.
	await (isWhole ? undefined : importLists.setHealth(list.id, {completeSince: null}, seenOf(list)));
	await importListItems.apply(changes, {
		listId: list.id,
		media: list.media,
		isWhole,
		seenAt: list.lastSyncAt ?? at,
		now: at,
	});
	await settleItems(list, deps);
	await importLists.setHealth(
		list.id,
		{
			lastSyncAt: at,
			nextSyncAt: new Date(Number(at) + list.intervalMinutes * minuteMs),
			completeSince: isWhole ? (list.completeSince ?? at) : null,
			incomplete: incomplete && maskSecrets(incomplete),
			items: await importListItems.count(list.id),
		},
		seenOf(list),
	);
	return isWhole;
}

/** What was learned of other settings than the present ones is not written. */
const seenOf = ({updatedAt}: ImportList) => ({updatedAt});

async function noteFailure(list: ImportList, error: Error, {importLists, now}: Deps): Promise<void> {
	const isRefused = error instanceof Invalid;
	const isLimit = error instanceof TooMany;
	const retryAfterSeconds = isLimit || error instanceof UpstreamFailed ? error.retryAfterSeconds : null;
	const at = now();
	// After a limit, or a failure that says how long to wait, the list is paused for that long.
	await recordFailure(importLists, list, {message: error.message, isLimit, retryAfterSeconds}, {rules, now: at});
	const {disabledUntil} = (await importLists.find(list.id)) ?? list;
	const usual = new Date(Number(at) + list.intervalMinutes * minuteMs);
	const authorize = {status: 'authorize', disabledUntil: null} as const;
	await importLists.setHealth(
		list.id,
		{completeSince: null, nextSyncAt: isRefused ? usual : (disabledUntil ?? usual), ...(isRefused && authorize)},
		seenOf(list),
	);
}
