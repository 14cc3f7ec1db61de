import Joi from 'joi';
import {readOnlyFields} from '#api/http/fields.ts';
import {type QualityName, qualityNames} from '#shared/domain/quality/qualities.ts';
import {assumedMinutes} from '#shared/domain/quality/size-limits.ts';

export interface SizeBody {
	minMbPerMinute?: number;
	preferredMbPerMinute?: number | null;
	maxMbPerMinute?: number | null;
}

export interface EditDefinitionBody extends SizeBody {
	quality?: QualityName;
}

export interface PreviewBody extends SizeBody {
	minMbPerMinute: number;
	preferredMbPerMinute: number | null;
	maxMbPerMinute: number | null;
	minutes: number;
}

/** Larger than any disc. */
const most = 10_000;
const longestMinutes = 10_000;
const size = () => Joi.number().min(0).max(most);

const fields = {
	minMbPerMinute: size(),
	preferredMbPerMinute: size().allow(null).description('Megabytes per minute that ranking prefers; null prefers larger releases.'),
	maxMbPerMinute: size().allow(null).description('Null for no upper limit.'),
};

export const editDefinitionBody = Joi.object<EditDefinitionBody>({
	quality: Joi.string()
		.valid(...qualityNames)
		.description('The quality of the record; it cannot be changed.'),
	...fields,
	...readOnlyFields('preview'),
});

export const previewBody = Joi.object<PreviewBody, true>({
	minMbPerMinute: fields.minMbPerMinute.default(0),
	preferredMbPerMinute: fields.preferredMbPerMinute.default(null),
	maxMbPerMinute: fields.maxMbPerMinute.default(null),
	minutes: Joi.number().integer().min(1).max(longestMinutes).default(assumedMinutes.movie),
});
