import {dirname} from 'node:path';
import {importedCategoryFor} from '#shared/domain/downloads/download-client-record.ts';
import type {ImportedFile, ImportJournal, PlannedFile} from '#shared/domain/downloads/import-progress.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {SubtitleOwner} from '#shared/domain/media/subtitle.ts';
import {isExpected} from '#shared/errors.ts';
import {type ImportDownload, importDownload} from '#shared/jobs/import.ts';
import {readSubtitles} from '#shared/jobs/subtitles.ts';
import {keptText} from '../integrations/download-clients/client-folders.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import {isScoredSo} from '../library/run-formats.ts';
import {titleLease} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {type Claim, takeClaim} from './claim.ts';
import {announceImport, cleanUp, type FinishDeps, sweepEarlierRuns} from './finish-import.ts';
import {episodeImport, type MediaImport, movieImport} from './media-import.ts';
import {type BeforeStep, type PlaceDeps, placeAndRecord, type Step, takeBack} from './place-planned.ts';
import {modeOf, type PlanDeps, planImport, scoreToday} from './plan/plan-import.ts';
import {ClaimLost, ImportRefused, laterMs, maxMessages, refuse, soonMs} from './refusal.ts';
import {handBack} from './retry-import.ts';

type Deps = PlanDeps &
	FinishDeps &
	PlaceDeps &
	Pick<WorkerDeps, 'counters' | 'events' | 'jobs' | 'leases' | 'openDownloadClient' | 'outbox'>;

export const handleImportDownload: Handler<typeof importDownload, keyof Deps> = (payload, deps, run) => runImport(payload, deps, {run});

export interface ImportRun {
	run: Run;
	/** Called before each step. Tests stop the process there. */
	beforeStep?: BeforeStep;
}

/**
 * Imports a finished download into the library. It may be killed at any point and run again. The claim lets only one
 * worker act at a time, and the journal on the item tells the next worker what has been decided and done.
 */
export async function runImport({queueItemId}: ImportDownload, deps: Deps, {run, beforeStep = async () => {}}: ImportRun): Promise<void> {
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

async function importClaimed(claim: Claim, deps: Deps, {beforeStep, at}: {beforeStep: BeforeStep; at: Place}): Promise<void> {
	const {item} = claim;
	const kind: MediaImport = item.target.seriesId ? episodeImport : movieImport;
	await refuseMoving(item, deps);
	await beforeStep('plan');
	await sweepEarlierRuns(claim, deps);
	await undoDiscarded(claim, deps);
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
		await promisePlayerFiles(toTitle(planned), deps);
		const {movieId, seriesId} = item.target;
		deps.log.info({movieId, seriesId, path: planned.file.path, mode: planned.mode}, `Imported ${item.release.title}`);
	}
	await beforeStep('finish');
	await throwIfIncomplete(journal, kind, {claim, deps});
	// Until then an empty folder shows that nothing of the download is left.
	const isMoved = journal.kept === null && modeOf(item, deps.settings).mode === 'move';
	await (isMoved ? deps.files.removeEmptyFolders(journal.folder, dirname(journal.folder)) : null);
	const failure = await markImported(item, deps, claim.signal);
	await tellDownload(item, deps);
	await claim.finish('imported', {import: {journal: null}, ...shownOf(journal, {item, failure}), retryAt: null});
}

/** A person took a file out of a download that waits: the download has it in the library, and looks for the rest. */
async function tellDownload({import: {choice, files}}: Claim['item'], {downloads, jobs}: Deps): Promise<void> {
	const waiting = choice?.file?.queueId === undefined ? null : await downloads.find(choice.file.queueId);
	if (!waiting?.import) {
		return;
	}
	const others = waiting.import.files.filter(old => files.every(({source}) => source !== old.source));
	const changed = await downloads.change(waiting.id, {retryAt: null, import: {files: [...others, ...files]}}, {states: ['importPending']});
	// Without Redis the schedule finds the stored item within seconds.
	await (changed && jobs.enqueue(importDownload, {queueItemId: waiting.id}).catch(() => {}));
}

/** A change of files holds the title. It checks for imports once it has the lease, so one of the two gives up. */
async function refuseMoving(
	{release: {title}, target: {movieId, seriesId}}: Claim['item'],
	{leases}: Pick<WorkerDeps, 'leases'>,
): Promise<void> {
	const held = await leases.heldAmong([titleLease(movieId ?? seriesId ?? '')]);
	if (held.size > 0) {
		const message = 'The files of its title are being moved or renamed. It is imported as soon as they are.';
		throw refuse(title, {code: 'title_moving', message, isPassing: true});
	}
}

/** Says that files which were to be moved are still at the client, and what else failed without harm. */
function shownOf(
	{folder, kept}: ImportJournal,
	{item, failure}: {item: Claim['item']; failure: string | null},
): Pick<QueueItem, 'health' | 'statusMessages'> {
	const messages = [...(kept !== null ? [keptText(folder, kept)] : []), ...(failure === null ? [] : [failure])];
	return messages.length === 0
		? {health: 'ok', statusMessages: []}
		: {health: 'warning', statusMessages: [{title: item.release.title, messages}]};
}

/** Gives the download the category of imported ones. It is imported in any case; returns why that failed. */
async function markImported({client, target, transfer}: QueueItem, deps: Deps, signal: AbortSignal): Promise<string | null> {
	const record = client && (await deps.downloadClients.find(client.id));
	const category = record && importedCategoryFor(target.seriesId ? 'tv' : 'movie', record);
	if (!category || !transfer) {
		return null;
	}
	try {
		await deps.openDownloadClient(record).setCategory?.(transfer.downloadId, category, signal);
		return null;
	} catch (error) {
		if (signal.aborted) {
			throw error;
		}
		deps.log.warn({err: error, category}, 'An imported download did not get its category');
		return `It is imported, but ${record.name} did not give it the category ${category}: ${textOf(error)}`;
	}
}

/** An unexpected error may contain anything. */
const textOf = (error: unknown) => (isExpected(error) ? error.message : 'its answer could not be read.');

/** A person chose another title after an earlier import had placed files without recording them. */
async function undoDiscarded(claim: Claim, deps: Deps): Promise<void> {
	for (const planned of claim.item.import.discarded?.files ?? []) {
		await takeBack(planned, {deps});
	}
	await (claim.item.import.discarded && claim.save({import: {discarded: null}}));
}

/**
 * An unfinished copy carries the token of the run that made it, so that a run that lost its claim
 * cannot finish under ours.
 */
function resumed(journal: ImportJournal, {item, token}: Claim, {files}: Pick<WorkerDeps, 'files'>): ImportJournal {
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

const toTitle = ({media}: PlannedFile) =>
	media.kind === 'movie' ? ({kind: 'movie', id: media.movieId} as const) : ({kind: 'series', id: media.seriesId} as const);

/** The imported files with this one and its parts. */
function withImported({source, file, media, companions}: PlannedFile, imported: readonly ImportedFile[]): ImportedFile[] {
	const episodeIds = media.kind === 'episodes' ? media.episodeIds : [];
	const parts = companions.filter(({isPart}) => isPart);
	const fresh = [source, ...parts.map(part => part.source)].map(path => ({source: path, size: file.size, episodeIds}));
	return [...imported.filter(old => fresh.every(each => each.source !== old.source)), ...fresh];
}

/**
 * Throws ImportRefused `incomplete` when the library lacks something that the download was grabbed for, or when a video
 * stays behind that the library may lack. Such an item stays in the queue until a person removes it, so that its data
 * is not deleted in the client.
 */
async function throwIfIncomplete(
	{leftOver}: ImportJournal,
	kind: MediaImport,
	{claim: {item}, deps}: {claim: Claim; deps: Pick<WorkerDeps, 'episodes' | 'movies'>},
): Promise<void> {
	const lacking = await kind.lacking(item, deps);
	if (lacking.length === 0 && leftOver.every(({isLeftOut}) => isLeftOut)) {
		return;
	}
	const text =
		lacking.length > 0
			? `Not everything it was grabbed for is in the library: ${lacking.join(', ')} ${lacking.length === 1 ? 'has' : 'have'} no file.`
			: 'Not every video of it is in the library.';
	const next = 'The download stays in its client until you remove it from the queue, or until the rest can be imported.';
	const messages = [
		{title: item.release.title, messages: [text, next]},
		...leftOver.map(({title, messages: why}) => ({title, messages: why})),
	];
	const retryMs = leftOver.some(({isPassing}) => isPassing) ? soonMs : laterMs;
	throw new ImportRefused('incomplete', messages.slice(0, maxMessages), retryMs);
}

/**
 * Requests that the subtitles of an imported file are read, and missing ones searched. The record of the file says that
 * its subtitles were never read, so a lost request is made again.
 */
async function requestSubtitles({media}: Pick<PlannedFile, 'media'>, {jobs, log}: Pick<WorkerDeps, 'jobs' | 'log'>): Promise<void> {
	const owner: SubtitleOwner =
		media.kind === 'movie' ? {type: 'movie', id: media.movieId} : {type: 'episode', id: media.episodeIds[0] ?? ''};
	await jobs.enqueue(readSubtitles, {owner}).catch(error => log.debug({err: error}, 'The reading of subtitles could not be queued'));
}

/**
 * A large file takes long to copy. If a profile or format changes meanwhile, the job that scores all files again does
 * not see this one yet. From its recording on, it does.
 */
async function scoreAgain({media, file}: Pick<PlannedFile, 'media' | 'file'>, deps: Deps): Promise<void> {
	const isMovie = media.kind === 'movie';
	const title = await (isMovie ? deps.movies.find(media.movieId) : deps.series.find(media.seriesId));
	if (!title) {
		return;
	}
	const {id: titleId, originalLanguage} = title;
	const profile = await deps.qualityProfiles.getOrDefault(title.qualityProfileId);
	const {formatScore, formatIds = [], belowCutoff = false} = await scoreToday(file, {media, profile, originalLanguage}, deps);
	const scores = {formatScore, formatIds, belowCutoff};
	if (!isScoredSo(file, scores)) {
		await (isMovie ? deps.movies : deps.episodes).setScores([{titleId, fileId: file.id, ...scores}]);
	}
}
