import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {matchFormats, noHits, patternTexts, scoreFormats} from '#shared/domain/quality/custom-formats.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {fileSubject, type OwnerOfFile} from '#shared/domain/scores/file-subject.ts';
import {type FormatDeps, runFormats} from './run-formats.ts';

export interface FileToScore {
	file: MediaFile;
	owner: OwnerOfFile;
	profile: QualityProfile;
}

/** Scores files of the library with the current formats and profiles, in the same order. */
export async function scoreFiles(files: readonly FileToScore[], deps: FormatDeps): Promise<number[]> {
	const subjects = files.map(({file, owner}) => fileSubject(file, owner));
	const {formats, hits} = await runFormats(
		subjects.map(({parsed}) => patternTexts(parsed)),
		deps,
	);
	return files.map(({profile}, index) => {
		const subject = {...subjects[index]!, hits: hits[index] ?? noHits}; // one per file
		return scoreFormats(profile, matchFormats(formats, subject)).score;
	});
}
