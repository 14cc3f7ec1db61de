import Joi from 'joi';
import {idParams, readOnlyFields} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {isQualityName, type QualityName, qualityNames} from '#shared/domain/quality/qualities.ts';
import {assumedMinutes, defaultSizeLimits, type SizeLimit, sizeLimitFaults, sizesFor} from '#shared/domain/quality/size-limits.ts';
import {type Fault, Invalid} from '#shared/errors.ts';
import {integer, integerOrNull, number, numberOrNull, stamps, text} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import type {QualityDefinition} from '#shared/store/profiles/quality-definitions.ts';

const fieldOf = {minimum: 'minMbPerMinute', preferred: 'preferredMbPerMinute', maximum: 'maxMbPerMinute'} as const;

export function qualityDefinitionsRoutes({qualityDefinitions, now}: RouteDeps): Route[] {
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: CheckedBody<EditDefinitionBody>): Promise<Fault[]> => {
		const id = params['id'] ?? '';
		const stored = isQualityName(id) ? {...defaultSizeLimits, ...(await qualityDefinitions.limits())}[id] : null;
		const isOther = body.quality !== undefined && body.quality !== id && stored !== null;
		const renamed: Fault[] = isOther
			? [{path: 'quality', message: `quality must be ${id}: the quality of a record cannot be changed`}]
			: [];
		return stored && wrong.size === 0 ? [...renamed, ...sizeFaults({...stored, ...toChange(body)})] : renamed;
	};

	return [
		route('GET /api/quality-definitions', {access: 'auth'}, async () =>
			ok({qualityDefinitions: (await qualityDefinitions.list()).map(qualityDefinition.present)}),
		),
		route('GET /api/quality-definitions/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(qualityDefinition.present(await qualityDefinitions.get(params.id))),
		),
		route(
			'PUT /api/quality-definitions/:id',
			{access: 'admin', params: idParams, body: editDefinitionBody, findFaults},
			async ({params, body}) => {
				const {id, minimum, preferred, maximum} = await qualityDefinitions.get(params.id);
				// Written together: two callers who change one figure each must not leave figures
				// that contradict each other.
				const limit = {minimum, preferred, maximum, ...toChange(body)};
				const faults = sizeFaults(limit);
				if (faults.length > 0) {
					throw new Invalid('validation_failed', 'The sizes were changed meanwhile; see errors.', faults);
				}
				return ok(qualityDefinition.present(await qualityDefinitions.change(id, limit, now())));
			},
		),
		route(
			'POST /api/quality-definitions/preview',
			{
				access: 'auth',
				body: previewBody,
				findFaults: async ({body, wrong}: CheckedBody<SizeBody>) =>
					wrong.size > 0 ? [] : sizeFaults({minimum: 0, preferred: null, maximum: null, ...toChange(body)}),
			},
			async ({body: {minutes, ...body}}) => {
				return ok(sizes.present(sizesFor({minimum: 0, preferred: null, maximum: null, ...toChange(body)}, minutes)));
			},
		),
	];
}

function toChange({minMbPerMinute, preferredMbPerMinute, maxMbPerMinute}: SizeBody): Partial<SizeLimit> {
	return {
		...(minMbPerMinute !== undefined && {minimum: minMbPerMinute}),
		...(preferredMbPerMinute !== undefined && {preferred: preferredMbPerMinute}),
		...(maxMbPerMinute !== undefined && {maximum: maxMbPerMinute}),
	};
}

function sizeFaults(limit: SizeLimit): Fault[] {
	return sizeLimitFaults(limit).map(({field, message}) => ({path: fieldOf[field], message: `${fieldOf[field]} ${message}`}));
}

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
const max = 10_000;
const longestMinutes = 10_000;
const size = () => Joi.number().min(0).max(max);

const fields = {
	minMbPerMinute: size(),
	preferredMbPerMinute: size().allow(null).description('Megabytes per minute that ranking prefers; null prefers larger releases.'),
	maxMbPerMinute: size().allow(null).description('Null for no upper limit.'),
};

const editDefinitionBody = Joi.object<EditDefinitionBody>({
	quality: Joi.string()
		.valid(...qualityNames)
		.description('The quality of the record; it cannot be changed.'),
	...fields,
	...readOnlyFields('preview', 'movies', 'tv'),
});

const previewBody = Joi.object<PreviewBody, true>({
	minMbPerMinute: fields.minMbPerMinute.default(0),
	preferredMbPerMinute: fields.preferredMbPerMinute.default(null),
	maxMbPerMinute: fields.maxMbPerMinute.default(null),
	minutes: Joi.number().integer().min(1).max(longestMinutes).default(assumedMinutes.movie),
});

type Sizes = ReturnType<typeof sizesFor>;

/** The sizes that these limits give for a running time, in bytes. */
const sizes = viewOf<Sizes>()(
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

const ownLimit = viewOf<SizeLimit>()({
	minMbPerMinute: from(number, ({minimum}: SizeLimit) => minimum),
	preferredMbPerMinute: from(numberOrNull, ({preferred}: SizeLimit) => preferred),
	maxMbPerMinute: from(numberOrNull, ({maximum}: SizeLimit) => maximum),
}).orNull;

const qualityDefinition = viewOf<QualityDefinition>()(
	{
		id: text,
		quality: from(text, ({id}: QualityDefinition) => id),
		minMbPerMinute: from(number, ({minimum}: QualityDefinition) => minimum),
		preferredMbPerMinute: from(numberOrNull, ({preferred}: QualityDefinition) => preferred),
		maxMbPerMinute: from(numberOrNull, ({maximum}: QualityDefinition) => maximum),
		movies: from(ownLimit, ({movies = null}: QualityDefinition) => movies),
		tv: from(ownLimit, ({tv = null}: QualityDefinition) => tv),
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
