import {idParams} from '#api/http/fields.ts';
import type {SoundBody} from '#api/http/input.ts';
import {ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {isQualityName} from '#shared/domain/quality/qualities.ts';
import {defaultSizeLimits, type SizeLimit, sizeLimitFaults, sizesFor} from '#shared/domain/quality/size-limits.ts';
import {type Fault, Invalid} from '#shared/errors.ts';
import {qualityDefinition, sizes} from './replies.ts';
import {type EditDefinitionBody, editDefinitionBody, previewBody, type SizeBody} from './schema.ts';

const fieldOf = {minimum: 'minMbPerMinute', preferred: 'preferredMbPerMinute', maximum: 'maxMbPerMinute'} as const;

export function qualityDefinitionsRoutes({qualityDefinitions, now}: RouteDeps): Route[] {
	/** A change is checked together with the fields that it leaves alone. */
	const findFaults = async ({body, params, wrong}: SoundBody<EditDefinitionBody>): Promise<Fault[]> => {
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
				findFaults: async ({body, wrong}: SoundBody<SizeBody>) =>
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
