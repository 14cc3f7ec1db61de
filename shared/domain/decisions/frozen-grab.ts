import type {QualityProfile} from '../quality/profiles.ts';
import {type Copy, whyNoUpgrade} from '../quality/upgrade.ts';
import {type Candidate, toCopy} from './candidate.ts';

/** What was known of a release when it was grabbed. It travels with the download and is stored with the file, so that renaming changes nothing. */
export interface FrozenGrab extends Copy {
	releaseTitle: string;
	/** 0 to 100, as the interface counts. */
	qualityScore: number;
	formatIds: string[];
	languages: string[];
	edition: string | null;
}

export function freeze(candidate: Candidate): FrozenGrab {
	const {release, parsed, quality, formatIds, languages} = candidate;
	return {
		...toCopy(candidate),
		releaseTitle: release.title,
		qualityScore: quality.score,
		formatIds,
		languages,
		edition: parsed?.edition ?? null,
	};
}

/** Why a finished download may not replace the files that are there now, or null when it may: judged by what was frozen, never by the file's new name. */
export function whyNotImport(grab: FrozenGrab, files: readonly Copy[], profile: QualityProfile): string | null {
	for (const file of files) {
		const why = whyNoUpgrade(profile, file, grab);
		if (why) {
			return why;
		}
	}

	return null;
}
