import {dirname} from 'node:path';
import type {ImportJournal} from '#shared/domain/downloads/queue-item.ts';
import type {ImportDownload, importDownload} from '#shared/jobs/import/import-download.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {announceImport, announceRefusal} from './announce-import.ts';
import {type Claim, takeClaim} from './claim.ts';
import {cleanUp} from './clean-up.ts';
import {importOf} from './import-of.ts';
import {type BeforeStep, placeAndRecord, type Step} from './place-planned.ts';
import {planImport} from './plan-import.ts';
import {ClaimLost, toRefusal} from './refusal.ts';

export const handleImportDownload: Handler<typeof importDownload> = (payload, deps, run) => runImport(payload, deps, {run});

export interface ImportRun {
	run: Run;
	/** Called before each step. Tests stop the process there. */
	beforeStep?: BeforeStep;
}

/**
 * Imports a finished download into the library. It may be killed at any point and run again. The claim lets only one
 * worker act at a time, and the journal on the item tells the next worker what has been decided and done.
 */
export async function runImport(
	{queueItemId}: ImportDownload,
	deps: WorkerDeps,
	{run, beforeStep = async () => {}}: ImportRun,
): Promise<void> {
	const claim = await takeClaim(queueItemId, deps, run.signal);
	if (!claim) {
		run.log.debug({queueItemId}, 'Nothing to import: the item is not waiting for an import, or another worker has it');
		return;
	}
	try {
		await importClaimed(claim, deps, beforeStep);
	} catch (error) {
		await handBack(error, claim, {deps, run}).catch(toQuiet(run));
	} finally {
		claim.stop();
	}
}

async function importClaimed(claim: Claim, deps: WorkerDeps, beforeStep: BeforeStep): Promise<void> {
	const {item} = claim;
	const kind = importOf(item);
	await beforeStep('plan');
	await sweepEarlierRuns(claim, deps);
	const journal = item.journal ? resumed(item.journal, claim, deps) : await planImport(claim, kind, deps);
	// After a crash, the next worker continues from the journal, on the item that the claim holds.
	item.journal = journal;
	const saveJournal = () => claim.save({journal});
	await saveJournal();
	const step: Step = {claim, deps, beforeStep, saveJournal};
	for (const planned of journal.files) {
		await placeAndRecord(planned, kind, step);
		await beforeStep('cleanUp');
		await claim.save({});
		await cleanUp(planned, journal, {claim, deps});
		await beforeStep('announce');
		await announceImport(item, planned, deps);
		deps.log.info({movieId: item.movieId, seriesId: item.seriesId, path: planned.file.path, mode: planned.mode}, `Imported ${item.title}`);
	}
	await beforeStep('finish');
	await claim.finish('imported', {journal: null, health: 'ok', statusMessages: [], retryAt: null});
}

/**
 * An unfinished copy carries the token of the run that made it, so that a run that lost its claim
 * cannot finish under ours.
 */
function resumed(journal: ImportJournal, {item, token}: Claim, {files}: WorkerDeps): ImportJournal {
	const fresh = journal.files.map(planned => ({...planned, partial: files.partialBeside(planned.file.path, item.id, token)}));
	return {...journal, files: fresh};
}

async function sweepEarlierRuns({item}: Claim, {files}: WorkerDeps): Promise<void> {
	for (const folder of new Set(item.journal?.files.map(({file}) => dirname(file.path)) ?? [])) {
		await files.sweepPartials(folder, item.id);
	}
}

/** A lost claim is not a failure of this job: the new owner continues. */
function toQuiet({log}: Run): (error: unknown) => void {
	return error => {
		if (!(error instanceof ClaimLost)) {
			throw error;
		}
		log.warn('An import stopped: another worker or the user took it over');
	};
}

/**
 * Releases the item so that it continues by itself: at once after a stop, later after a refusal, and with the job's
 * next try after an unexpected error.
 */
async function handBack(error: unknown, claim: Claim, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<void> {
	const {item} = claim;
	if (error instanceof ClaimLost || claim.signal.reason instanceof ClaimLost) {
		throw new ClaimLost();
	}
	if (claim.signal.aborted) {
		await claim.finish('importPending', {retryAt: null});
		return;
	}
	const refusal = toRefusal(error, item.title);
	if (!refusal) {
		await claim.finish('importPending', {retryAt: null});
		throw error;
	}
	run.log.warn({queueItemId: item.id, code: refusal.code, reason: refusal.message}, 'A download cannot be imported now');
	// Check first that the claim is still ours: another worker's unfinished file must not be removed.
	await claim.save({});
	await sweepEarlierRuns(claim, deps);
	await announceRefusal(item, refusal, deps);
	await claim.finish('importPending', {
		journal: null,
		health: 'warning',
		statusMessages: refusal.messages,
		retryAt: new Date(deps.now().getTime() + refusal.retryMs),
	});
}
