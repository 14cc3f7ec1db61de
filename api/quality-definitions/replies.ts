import type {Operations} from '#api/http/operation.ts';
import {assumedMinutes, type SizeLimit, sizesFor} from '#shared/domain/quality/size-limits.ts';
import {integer, integerOrNull, number, numberOrNull, stamps, text} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import type {QualityDefinition} from '#shared/store/profiles/quality-definitions.ts';

type Sizes = ReturnType<typeof sizesFor>;

/** The sizes that these limits give for a running time, in bytes. */
export const sizes = viewOf<Sizes>()(
	{
		minutes: integer,
		minSize: from(integer, ({minimum}: Sizes) => minimum),
		preferredSize: from(integerOrNull, ({preferred}: Sizes) => preferred),
		maxSize: from(integerOrNull, ({maximum}: Sizes) => maximum),
	},
	'QualitySizes',
);

const preview = viewOf<SizeLimit>()({
	movie: from(sizes, (limit: SizeLimit) => sizesFor(limit, assumedMinutes.movie)),
	episode: from(sizes, (limit: SizeLimit) => sizesFor(limit, assumedMinutes.episode)),
});

export const qualityDefinition = viewOf<QualityDefinition>()(
	{
		id: text,
		quality: from(text, ({id}: QualityDefinition) => id),
		minMbPerMinute: from(number, ({minimum}: QualityDefinition) => minimum),
		preferredMbPerMinute: from(numberOrNull, ({preferred}: QualityDefinition) => preferred),
		maxMbPerMinute: from(numberOrNull, ({maximum}: QualityDefinition) => maximum),
		preview: from(preview, (definition: QualityDefinition) => definition),
		...stamps,
	},
	'QualityDefinition',
);

export const qualityDefinitionsOperations: Operations = {
	'GET /api/quality-definitions': {
		id: 'listQualityDefinitions',
		summary: 'List the sizes that releases of each quality may have, best first',
		replies: {200: objectOf({qualityDefinitions: qualityDefinition.list})},
	},
	'GET /api/quality-definitions/:id': {
		id: 'getQualityDefinition',
		summary: 'Show the sizes of a quality',
		replies: {200: qualityDefinition.schema},
	},
	'PUT /api/quality-definitions/:id': {
		id: 'updateQualityDefinition',
		summary: 'Change the sizes of a quality',
		replies: {200: qualityDefinition.schema},
	},
	'POST /api/quality-definitions/preview': {id: 'previewSizes', summary: 'Convert size limits to bytes', replies: {200: sizes.schema}},
};
