import type {CustomFormat} from './custom-format.ts';
import type {QualityProfile} from './profiles.ts';

/** The user's formats that a release has, and what the profile gives for them. */
export interface FormatResult {
	formatIds: string[];
	score: number;
}

/** What a profile gives for the formats that a release has. */
export function scoreFormats({formatScores}: QualityProfile, formats: readonly CustomFormat[]): FormatResult {
	const ids = new Set(formats.map(({id}) => id));
	const score = formatScores.reduce((sum, {customFormatId, score: worth}) => sum + (ids.has(customFormatId) ? worth : 0), 0);
	return {formatIds: [...ids], score};
}
