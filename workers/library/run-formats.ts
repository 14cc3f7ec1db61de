import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {
	type FormatResult,
	matchFormats,
	noHits,
	type PatternHits,
	type PatternTexts,
	patternsOf,
	patternTexts,
	scoreFormats,
} from '#shared/domain/quality/custom-formats.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {fileSubject, type OwnerOfFile} from '#shared/domain/scores/file-subject.ts';
import type {PatternAnswer} from '#shared/match-patterns.ts';
import type {StoredCustomFormat} from '#shared/store/profiles/custom-formats.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export type FormatDeps = Pick<WorkerDeps, 'customFormats' | 'patternMatcher' | 'log'>;

export interface RunFormats {
	/** All current formats. */
	formats: StoredCustomFormat[];
	/** One for each of the texts, in the same order. */
	hits: PatternHits[];
}

/**
 * Runs the patterns of all formats over many names at once, and stores an error on each format
 * whose patterns could not run.
 */
export async function runFormats(texts: readonly PatternTexts[], {customFormats, patternMatcher, log}: FormatDeps): Promise<RunFormats> {
	const formats = await customFormats.list();
	if (formats.length === 0 || texts.length === 0) {
		return {formats, hits: texts.map(() => noHits)};
	}
	const answer = patternMatcher.match(patternsOf(formats), texts);
	for (const {format, fault} of faultsOf(formats, answer)) {
		log.warn({customFormat: format.name}, fault);
		await customFormats.setLastError(format, fault);
	}
	return {formats, hits: answer.hits};
}

/**
 * The formats with a pattern that failed and counts as no match. Formats that already report this error are left out.
 */
function faultsOf(formats: readonly StoredCustomFormat[], {timedOut, invalid}: PatternAnswer) {
	return formats.flatMap(format => {
		const patterns = Object.values(patternsOf([format])).flat();
		const slow = patterns.find(pattern => timedOut.includes(pattern));
		const broken = patterns.find(pattern => invalid.includes(pattern));
		const fault =
			slow === undefined
				? broken !== undefined && `The pattern ${shown(broken)} is not a regular expression and counts as no match.`
				: `The pattern ${shown(slow)} takes too long and counts as no match. Write it without nested repetitions.`;
		return fault && fault !== format.lastError ? [{format, fault}] : [];
	});
}

/** Characters of a pattern that a message shows. */
const shownLetters = 100;

function shown(pattern: string): string {
	return pattern.length > shownLetters ? `${pattern.slice(0, shownLetters)}…` : pattern;
}

export interface FileToScore {
	file: MediaFile;
	owner: OwnerOfFile;
	profile: QualityProfile;
}

/** Scores files of the library with the current formats and profiles, in the same order. */
export async function scoreFiles(files: readonly FileToScore[], deps: FormatDeps): Promise<FormatResult[]> {
	const subjects = files.map(({file, owner}) => fileSubject(file, owner));
	const {formats, hits} = await runFormats(
		subjects.map(({parsed}) => patternTexts(parsed)),
		deps,
	);
	return files.map(({profile}, index) => {
		const subject = {...subjects[index]!, hits: hits[index] ?? noHits}; // one per file
		return scoreFormats(profile, matchFormats(formats, subject));
	});
}
