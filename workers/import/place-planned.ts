import {basename, dirname} from 'node:path';
import {type PlacedFile, type PlannedCompanion, type PlannedFile, placedFiles} from '#shared/domain/downloads/import-progress.ts';
import {isExpected, Unavailable} from '#shared/errors.ts';
import type {Placement, PlaceRun} from '../integrations/files/files.ts';
import {bytesToKeepFree, recycleBin} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Claim} from './claim.ts';
import {enterRoot, type MediaImport} from './media-import.ts';
import {ClaimLost, ImportRefused} from './refusal.ts';

type TakingBack = Pick<WorkerDeps, 'files' | 'recordedFiles' | 'rootFolders'>;
export type PlaceDeps = TakingBack & Pick<WorkerDeps, 'episodes' | 'movies' | 'downloads' | 'log' | 'now' | 'settings'>;

/** Milliseconds until the import is planned again after the library changed during it. */
const replanMs = 5000;

/** Moves one file to its final name and into its record. After a crash it continues where it stopped. */
export async function placeAndRecord(planned: PlannedFile, kind: MediaImport, step: Step): Promise<void> {
	await enterRoot(planned.root, step.claim.item.release.title, step.deps);
	await step.beforeStep('place');
	try {
		await placeVideo(planned, step);
		await step.beforeStep('companions');
		await discardOutdated(planned, step);
		await placeCompanions(planned, step);
		await step.beforeStep('record');
		await takeBackIfLost(planned, step);
		await record(planned, kind, step);
	} catch (error) {
		await step.deps.files.removeEmptyFolders(dirname(planned.file.path), planned.root);
		throw error;
	}
}

async function record(planned: PlannedFile, kind: MediaImport, step: Step): Promise<void> {
	if ((await kind.record(planned, step.deps)) === 'changed') {
		await takeBack(planned, step);
		const message = 'The library has changed in the meantime; the import is planned again.';
		throw new ImportRefused('library_changed', [{title: basename(planned.source), messages: [message]}], replanMs);
	}
}

async function placeVideo(planned: PlannedFile, step: Step): Promise<void> {
	const {deps, claim, beforeStep, saveJournal} = step;
	const {source, file, partial, mode, mayCopy, replaces, identity} = planned;
	const mayReplace = replaces.some(({path}) => path === file.path);
	const bin = recycleBin(file.path, [planned.root], deps);
	if (bin && replaces.length > 0) {
		await deps.files.openBin(bin);
	}
	if (mayReplace && bin && identity === null && source !== file.path && (await deps.files.exists(file.path))) {
		await deps.files.keepCopy({path: file.path, bin, signal: claim.signal});
	}
	await placeWithRoom(
		{source, target: file.path, partial, mode, mayCopy, mayReplace, known: identity, keepFree: bytesToKeepFree(deps)},
		{
			signal: claim.signal,
			async beforeFinal(placed) {
				planned.identity = placed;
				// Where no second name was possible, it is a copy: the history says so, and what follows it is one too.
				planned.mode = mode === 'hardlink' && placed !== (await deps.files.identity(source)) ? 'copy' : mode;
				await saveJournal();
				await beforeStep('name');
			},
		},
		{size: file.size, bin, deps},
	);
}

/** If the disk is full, files of the recycle bin are deleted to make room. */
async function placeWithRoom(
	placement: Placement,
	run: PlaceRun,
	{size, bin, deps: {files}}: {size: number; bin: string | null; deps: PlaceDeps},
): Promise<void> {
	try {
		await files.place(placement, run);
	} catch (error) {
		if (bin === null || !(error instanceof Unavailable && error.code === 'disk_full')) {
			throw error;
		}
		const emptied = await files.emptyBin({bin, days: 0, maxBytes: 0, toFree: size + placement.keepFree, signal: run.signal});
		if (emptied.files === 0) {
			throw error;
		}
		await files.place(placement, run);
	}
}

/** A missing subtitle is not a reason to refuse the film, but a missing part of the film is. */
async function placeCompanions(planned: PlannedFile, step: Step): Promise<void> {
	for (const companion of planned.companions) {
		try {
			await placeCompanion(companion, planned, step);
		} catch (error) {
			if (companion.isPart || step.claim.signal.aborted || error instanceof ClaimLost || !isExpected(error)) {
				throw error;
			}
			step.deps.log.warn({err: error}, 'A companion file of a video could not be placed');
		}
	}
}

async function placeCompanion(
	companion: PlannedCompanion,
	{partial, mode, mayCopy, file, root}: PlannedFile,
	{deps, claim, saveJournal}: Step,
): Promise<void> {
	const {source, target, identity, isPart} = companion;
	await placeWithRoom(
		{source, target, partial, mode, mayCopy, mayReplace: false, known: identity, keepFree: bytesToKeepFree(deps)},
		{
			signal: claim.signal,
			async beforeFinal(placed) {
				companion.identity = placed;
				await saveJournal();
			},
		},
		// The parts of a film are about as large as its first one.
		{size: file.size, bin: isPart ? recycleBin(target, [root], deps) : null, deps},
	);
}

/** If the user dismissed the item while its file was being placed, nobody else will remove that file. */
async function takeBackIfLost(planned: PlannedFile, step: Step): Promise<void> {
	try {
		await step.claim.save({});
	} catch (error) {
		const item = await step.deps.downloads.find(step.claim.item.id);
		if (error instanceof ClaimLost && (item === null || item.state === 'ignored')) {
			await takeBack(planned, step);
		}
		throw error;
	}
}

/** Takes back what was placed for a file and is in no record. */
export function takeBack(planned: PlannedFile, {deps}: {deps: TakingBack}): Promise<void> {
	return takeBackPlaced(placedFiles([planned]), deps);
}

/**
 * Removes what was placed and is in no record: what was recorded meanwhile stays, because no record may lose its file.
 * Throws Unavailable while the disk is away, unless its root folder was given up.
 */
export async function takeBackPlaced(placed: readonly PlacedFile[], deps: TakingBack): Promise<void> {
	for (const {path, identity, video, root} of placed) {
		if ((await deps.recordedFiles.among([video])).has(video)) {
			continue;
		}
		if ((await deps.files.folderId(root)) === null) {
			if (!(await deps.rootFolders.list()).some(each => each.path === root)) {
				continue;
			}
			const message = `${path} is to be taken back, but its root folder is not there. Mount its disk; it is tried again.`;
			throw new Unavailable('root_folder_missing', message);
		}
		await deps.files.unplace(path, identity);
		await deps.files.removeEmptyFolders(dirname(path), root);
	}
}

/**
 * Removes subtitles that have the new video's name but were made for the old one, which is gone by now. The new ones
 * can have these names then.
 */
async function discardOutdated(planned: PlannedFile, {deps, claim, saveJournal}: Step): Promise<void> {
	const {outdated, companions} = planned;
	if (outdated.length === 0) {
		return;
	}
	for (const {path, identity} of outdated) {
		const bin = recycleBin(path, [planned.root], deps);
		// An earlier run may have removed it and placed a new one there.
		const isNew = companions.some(({target, identity: placed}) => target === path && placed !== null);
		if (!isNew && (await deps.files.identity(path)) === identity) {
			await deps.files.discard({path, bin, signal: claim.signal});
		}
	}
	planned.outdated = [];
	await saveJournal();
}

/** The steps between which a crash may fall. Tests stop at each. */
export const importSteps = ['plan', 'place', 'name', 'companions', 'record', 'cleanUp', 'announce', 'finish'] as const;
export type ImportStep = (typeof importSteps)[number];
export type BeforeStep = (step: ImportStep) => Promise<void>;

export interface Step {
	claim: Claim;
	deps: PlaceDeps;
	beforeStep: BeforeStep;
	/** Stores the current plan. Throws ClaimLost. */
	saveJournal(): Promise<void>;
}
