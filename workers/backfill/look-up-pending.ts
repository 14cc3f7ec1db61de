import {backoffMs, backoffs} from '#shared/coordination/backoff.ts';
import {wait} from '#shared/coordination/wait.ts';
import {isExpected, NotFound, TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import type {SeenFile} from '../library/seen-file.ts';
import type {LookedUp} from './media-backfill.ts';
import {record, type Scan, scannedFile, toSeenFile} from './take-in.ts';
import type {Tally} from './walk-library.ts';

interface LookUps extends Scan {
	root: string;
	tally: Tally;
	run: TaskRun;
}

/** Titles looked up in parallel. A provider with a lower rate limit slows this down. */
const atOnce = 8;
const pageSize = 400;
/** Most files of one title that are handled at once. */
const maxFiles = 5000;
const tries = 4;
/** The run gives up after the provider has failed for this many titles in a row. */
const maxFailures = 20;

/**
 * Asks the provider about every file that has no title in the library, once per title, and adds the titles it knows.
 */
export async function lookUpPending(work: LookUps): Promise<void> {
	const {libraryId, deps, run, tally} = work;
	let after = '';
	let done = 0;
	let failedInARow = 0;
	for (;;) {
		const rows = await deps.scannedFiles.pending(libraryId, {after, limit: pageSize});
		const keys = [...new Set(rows.map(({lookUpKey}) => lookUpKey ?? ''))];
		if (keys.length === 0) {
			return;
		}
		for (let start = 0; start < keys.length; start += atOnce) {
			run.signal.throwIfAborted();
			const outcomes = await Promise.all(keys.slice(start, start + atOnce).map(key => lookUpOne(key, work)));
			failedInARow = outcomes.every(failed => failed) ? failedInARow + outcomes.length : 0;
			if (failedInARow >= maxFailures) {
				throw new UpstreamFailed(
					'provider_failed',
					'The metadata provider does not answer. Start the backfill again later; it continues where it stopped.',
				);
			}
			done += outcomes.length;
			run.progress({processed: tally.itemsProcessed, total: tally.itemsProcessed, message: `Titles looked up: ${done}`});
		}
		after = keys.at(-1) ?? after;
		await run.save({...tally, checkpoint: 'look-up'});
	}
}

/** Returns true if the provider failed. */
async function lookUpOne(key: string, work: LookUps): Promise<boolean> {
	const {libraryId, kind, deps, run} = work;
	const rows = await deps.scannedFiles.pendingOf(libraryId, key, maxFiles);
	const files = rows.map(row => toSeenFile(row, {root: work.root, mode: kind.mode}));
	const [first, ...rest] = files;
	if (!first) {
		return false;
	}
	try {
		const found = await patiently(() => kind.lookUp(first.read, run.signal), run.signal);
		await settle([first, ...rest], found, work);
		return false;
	} catch (error) {
		if (run.signal.aborted || !(error instanceof UpstreamFailed || error instanceof TooMany)) {
			throw error;
		}
		run.log.warn({err: error, path: first.video.path}, 'The provider failed for a title');
		await leave(files, {reason: 'look_up_failed', candidates: []}, work);
		return true;
	}
}

async function settle(files: readonly [SeenFile, ...SeenFile[]], found: LookedUp, work: LookUps): Promise<void> {
	const {kind, run, tally} = work;
	if ('reason' in found) {
		await leave(files, found, work);
		return;
	}
	try {
		const title = await patiently(() => kind.ensureTitle(found.metaId, files[0], run.signal), run.signal);
		if (!title) {
			await leave(files, {reason: 'excluded', candidates: []}, work);
			return;
		}
		if (title.isNew) {
			run.note({mediaId: title.id, mediaTitle: title.title, action: 'add', status: 'completed', message: files[0].video.relative});
		}
		const changed = await record(
			files.map(file => ({file, titleId: title.id})),
			work,
		);
		// Add only after the await: parallel look-ups change the tally in the meantime.
		tally.itemsAffected += changed;
	} catch (error) {
		if (!(error instanceof NotFound)) {
			throw error;
		}
		await leave(files, {reason: 'not_found', candidates: []}, work);
	}
}

async function leave(files: readonly SeenFile[], found: Extract<LookedUp, {reason: unknown}>, {libraryId, deps}: LookUps): Promise<void> {
	const lookedUpAt = deps.now();
	await deps.scannedFiles.put(files.map(file => ({...scannedFile(file, libraryId), ...found, lookedUpAt})));
}

/** Retries when the provider is rate-limiting or failing. Waits as long as the provider asks, otherwise a moment. */
async function patiently<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
	for (let tried = 1; ; tried += 1) {
		try {
			return await ask();
		} catch (error) {
			const isPassing = isExpected(error) && (error instanceof TooMany || error instanceof UpstreamFailed);
			if (!isPassing || tried >= tries || signal.aborted) {
				throw error;
			}
			await wait(backoffMs(tried, backoffs.lookUp, error.retryAfterSeconds), signal);
		}
	}
}
