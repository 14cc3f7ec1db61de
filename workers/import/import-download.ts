import {dirname} from 'node:path';
import type {ImportJournal} from '#shared/domain/downloads/import-journal.ts';
import type {ImportDownload, importDownload} from '#shared/jobs/import.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {announceImport} from './announce-import.ts';
import {type Claim, takeClaim} from './claim.ts';
import {cleanUp} from './clean-up.ts';
import {throwIfIncomplete, withImported} from './complete.ts';
import {episodeImport} from './episode-import.ts';
import {handBack, sweepEarlierRuns} from './hand-back.ts';
import type {BeforeStep, Step} from './import-step.ts';
import type {MediaImport} from './media-import.ts';
import {movieImport} from './movie-import.ts';
import {placeAndRecord} from './place-planned.ts';
import {planImport} from './plan/plan-import.ts';
import {ClaimLost} from './refusal.ts';
import {requestSubtitles} from './request-subtitles.ts';
import {scoreAgain} from './score-again.ts';

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
	const at: Place = {file: null};
	try {
		await importClaimed(claim, deps, {beforeStep, at});
	} catch (error) {
		await handBack(error, claim, {deps, run, file: at.file}).catch(toQuiet(run));
	} finally {
		claim.stop();
	}
}

interface Place {
	/** The file that is being imported; null before the first. */
	file: string | null;
}

async function importClaimed(claim: Claim, deps: WorkerDeps, {beforeStep, at}: {beforeStep: BeforeStep; at: Place}): Promise<void> {
	const {item} = claim;
	const kind: MediaImport = item.target.seriesId ? episodeImport : movieImport;
	await beforeStep('plan');
	await sweepEarlierRuns(claim, deps);
	const journal = item.import.journal ? resumed(item.import.journal, claim, deps) : await planImport(claim, kind, deps);
	// After a crash, the next worker continues from the journal, on the item that the claim holds.
	item.import.journal = journal;
	const saveJournal = () => claim.save({import: {journal}});
	await saveJournal();
	const step: Step = {claim, deps, beforeStep, saveJournal};
	for (const planned of journal.files) {
		at.file = planned.source;
		await placeAndRecord(planned, kind, step);
		await scoreAgain(planned, deps);
		await beforeStep('cleanUp');
		item.import.files = withImported(planned, item.import.files);
		await claim.save({import: {files: item.import.files}});
		await cleanUp(planned, journal, {claim, deps});
		await beforeStep('announce');
		await announceImport(item, planned, deps);
		await requestSubtitles(planned, deps);
		const {movieId, seriesId} = item.target;
		deps.log.info({movieId, seriesId, path: planned.file.path, mode: planned.mode}, `Imported ${item.release.title}`);
	}
	await beforeStep('finish');
	await throwIfIncomplete(journal, kind, {claim, deps});
	// Until then an empty folder shows that nothing of the download is left.
	await deps.files.removeEmptyFolders(journal.folder, dirname(journal.folder));
	await claim.finish('imported', {import: {journal: null}, health: 'ok', statusMessages: [], retryAt: null});
}

/**
 * An unfinished copy carries the token of the run that made it, so that a run that lost its claim
 * cannot finish under ours.
 */
function resumed(journal: ImportJournal, {item, token}: Claim, {files}: WorkerDeps): ImportJournal {
	const fresh = journal.files.map(planned => ({...planned, partial: files.partialBeside(planned.file.path, item.id, token)}));
	return {...journal, files: fresh};
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
