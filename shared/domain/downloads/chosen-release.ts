import type {QualityName} from '../quality/qualities.ts';

/** A person wanted this very release, so it is imported unless it is dangerous. */
export interface ChosenRelease {
	/** Why it would have been rejected when it was grabbed. */
	rejections: string[];
	/** The quality that the person gave it; null leaves it to the title and the file. */
	quality: QualityName | null;
}

/** The facts in the history about a release that a person chose. */
export function chosenFacts({chosen}: {chosen?: ChosenRelease | null}): Record<string, string | boolean> {
	const despite = chosen?.rejections.join('; ') ?? '';
	return chosen ? {byPerson: true, ...(despite !== '' && {despite})} : {};
}
