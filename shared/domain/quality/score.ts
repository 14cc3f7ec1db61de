import type {CustomFormat} from './custom-format.ts';
import type {QualityProfile} from './profiles.ts';

/** The user's formats that a release matches, and their score in the profile. */
export interface FormatResult {
	formatIds: string[];
	score: number;
}

/** The profile's score for the formats that a release matches. */
export function scoreFormats({formatScores}: QualityProfile, formats: readonly CustomFormat[]): FormatResult {
	const ids = new Set(formats.map(({id}) => id));
	const score = formatScores.reduce((sum, {customFormatId, score: worth}) => sum + (ids.has(customFormatId) ? worth : 0), 0);
	return {formatIds: [...ids], score};
}
