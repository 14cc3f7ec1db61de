import type {PlannedFile} from '#shared/domain/downloads/import-journal.ts';
import {recycleBin} from '../library/disk-settings.ts';
import type {Step} from './import-step.ts';

/**
 * Removes the subtitles that have the new video's name already but were made for the old one, which is gone by now. The
 * new ones can have their names then.
 */
export async function discardOutdated(planned: PlannedFile, {deps, claim, saveJournal}: Step): Promise<void> {
	const {outdated, companions} = planned;
	if (outdated.length === 0) {
		return;
	}
	const bin = recycleBin(deps);
	for (const {path, identity} of outdated) {
		// An earlier run may have removed it and placed a new one there.
		const isNew = companions.some(({target, identity: placed}) => target === path && placed !== null);
		if (!isNew && (await deps.files.identity(path)) === identity) {
			await deps.files.discard({path, bin, signal: claim.signal});
		}
	}
	planned.outdated = [];
	await saveJournal();
}
