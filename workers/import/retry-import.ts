import {basename} from 'node:path';
import {backoffs, nextTry} from '#shared/coordination/backoff.ts';
import {type ImportJournal, untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {Conflict, isExpected} from '#shared/errors.ts';
import {failRefusedDownload} from '#shared/jobs/downloads.ts';
import {toUnavailable} from '#shared/server-outage.ts';
import {isConflict} from '#shared/store/mongo/transaction.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import type {Claim} from './claim.ts';
import {announceRefusal, sweepEarlierRuns} from './finish-import.ts';
import {takeBack} from './place-planned.ts';
import {ClaimLost, FakeRefused, type ImportRefused, neverMs, refuse, soonMs, toRefusal} from './refusal.ts';

/** Characters of a reason that travel with a job. */
const maxLetters = 1000;

export interface HandBack {
	deps: Pick<WorkerDeps, 'counters' | 'episodes' | 'files' | 'history' | 'jobs' | 'movies' | 'now' | 'recordedFiles' | 'rootFolders'>;
	run: Run;
	/** The file that was being imported; null before the first. */
	file: string | null;
}

/**
 * Releases the item so that it continues by itself: at once after a stop or a failure of our servers, later after a
 * refusal, and with a backoff that ends after a max number of tries after an unexpected error.
 */
export async function handBack(error: unknown, claim: Claim, back: HandBack): Promise<void> {
	const {item} = claim;
	if (error instanceof ClaimLost || claim.signal.reason instanceof ClaimLost) {
		throw new ClaimLost();
	}
	if (claim.signal.aborted) {
		await claim.finish('importPending', {retryAt: null});
		return;
	}
	if (toUnavailable(error) || isConflict(error)) {
		// The servers failed, not the import: the job's own next attempt continues it.
		await claim.finish('importPending', {retryAt: null});
		throw error;
	}
	const refusal = toRefusal(error, item.release.title);
	await (refusal ? waitAfterRefusal(refusal, claim, back) : waitAfterSurprise(error, claim, back));
}

async function waitAfterRefusal(refusal: ImportRefused, claim: Claim, {deps, run}: HandBack): Promise<void> {
	const {item} = claim;
	run.log.warn({queueItemId: item.id, code: refusal.code, reason: refusal.message}, 'A download cannot be imported now');
	// Check first that the claim is still ours: another worker's unfinished file must not be removed.
	await claim.save({});
	await sweepEarlierRuns(claim, deps);
	const journal = await takeBackUnrecorded(claim, deps);
	await announceRefusal(item, refusal, deps);
	const isLast = refusal.retryMs === neverMs;
	await claim.finish('importPending', {
		health: isLast ? 'error' : 'warning',
		statusMessages: refusal.messages,
		retryAt: isLast ? untilPerson : new Date(deps.now().getTime() + refusal.retryMs),
		import: {journal, tries: 0, isIncomplete: isIncompletePack(item, refusal)},
	});
	if (refusal instanceof FakeRefused) {
		// A lost job is queued again by the next try of the import.
		await deps.jobs.enqueue(failRefusedDownload, {queueItemId: item.id, reason: refusal.message.slice(0, maxLetters)});
	}
}

/** Refusals after which a pack never gets further by itself. */
const endings: readonly string[] = ['incomplete', 'nothing_to_import'];

/** A download of one thing keeps its place: its file may only want a word of a person. */
function isIncompletePack({target: {episodeIds}}: Claim['item'], {code, retryMs}: ImportRefused): boolean {
	return episodeIds.length > 1 && endings.includes(code) && retryMs !== soonMs;
}

/**
 * The next try plans again, and must not find files of ours that no record has. While they cannot be taken back, their
 * journal stays, with which the next try continues.
 */
async function takeBackUnrecorded({item}: Claim, deps: HandBack['deps']): Promise<ImportJournal | null> {
	const {journal, files} = item.import;
	const recorded = new Set(files.map(({source}) => source));
	try {
		for (const planned of journal?.files ?? []) {
			if (!recorded.has(planned.source)) {
				await takeBack(planned, {deps});
			}
		}
		return null;
	} catch (error) {
		if (!isExpected(error)) {
			throw error;
		}
		return journal;
	}
}

/** The journal stays, so that the next try continues where this one failed. */
async function waitAfterSurprise(error: unknown, claim: Claim, {deps, run, file}: HandBack): Promise<void> {
	const {item} = claim;
	// A worker that has lost the claim reports nothing.
	await claim.save({});
	const text = error instanceof Error ? error.message : String(error);
	const failures = item.import.tries + 1;
	const isLast = failures > backoffs.import.delaysMs.length;
	const retryAt = isLast ? untilPerson : nextTry(failures, backoffs.import, deps.now());
	const next = isLast
		? `That was try ${failures}, and the last one. Fix the cause and retry the download, or remove it from the queue.`
		: `It is tried again at ${retryAt.toISOString()}.`;
	const refusal = refuse(file ? basename(file) : item.release.title, {
		code: 'unexpected_error',
		message: `The import failed: ${text}. ${next}`,
	});
	run.log.error({err: error, queueItemId: item.id, file, failures}, 'An import failed unexpectedly');
	await announceRefusal(item, refusal, deps);
	await claim.finish('importPending', {
		health: isLast ? 'error' : 'warning',
		statusMessages: refusal.messages,
		retryAt,
		import: {tries: failures},
	});
	// The item says when it is tried again, so the job itself is not repeated.
	throw new Conflict('import_failed', `The import of ${item.release.title} failed: ${text}`, {cause: error});
}
