import {presentStamps} from '#api/http/replies/stamps.ts';
import {assumedMinutes, type SizeLimit, sizesFor} from '#shared/domain/quality/size-limits.ts';
import type {QualityDefinition} from '#shared/store/profiles/quality-definitions.ts';

export function presentDefinition(definition: QualityDefinition) {
	const {id, minimum, preferred, maximum} = definition;
	return {
		id,
		quality: id,
		minMbPerMinute: minimum,
		preferredMbPerMinute: preferred ?? null,
		maxMbPerMinute: maximum ?? null,
		preview: {movie: presentSizes(definition, assumedMinutes.movie), episode: presentSizes(definition, assumedMinutes.episode)},
		...presentStamps(definition),
	};
}

/** What the figures mean for so many minutes. */
export function presentSizes(limit: SizeLimit, minutes: number) {
	const {minimum, preferred, maximum} = sizesFor(limit, minutes);
	return {minutes, minSize: minimum, preferredSize: preferred, maxSize: maximum};
}
