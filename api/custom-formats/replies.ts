import Joi from 'joi';
import {type Operations, recordOperations} from '#api/http/operation.ts';
import type {Condition} from '#shared/domain/quality/custom-format.ts';
import {flag, stamps, text, textOrNull} from '#shared/presenters/fields.ts';
import {type Part, viewOf} from '#shared/presenters/view.ts';
import type {StoredCustomFormat} from '#shared/store/profiles/custom-formats.ts';
import {condition} from './schema.ts';

const conditions: Part<readonly Condition[]> = {
	schema: Joi.array().items(condition),
	present: list => list.map(({name, kind, value, negate, required}) => ({name, kind, value, negate, required})),
};

export const customFormat = viewOf<StoredCustomFormat>()(
	{
		id: text,
		name: text,
		conditions,
		includeWhenRenaming: flag,
		lastError: textOrNull.description('Why one of its patterns is treated as not matching; null if all of them run.'),
		...stamps,
	},
	'CustomFormat',
);

interface Imported {
	created: StoredCustomFormat[];
	updated: StoredCustomFormat[];
	failures: {name: string; error: string}[];
}
export const imported = viewOf<Imported>()({
	created: customFormat.list,
	updated: customFormat.list,
	failures: viewOf<Imported['failures'][number]>()({name: text, error: text}).list,
});

export const customFormatsOperations: Operations = {
	...recordOperations('/api/custom-formats', {
		name: 'CustomFormat',
		view: customFormat,
		deletable: 'a custom format that is in no profile',
	}),
	'POST /api/custom-formats/import': {
		id: 'importCustomFormats',
		summary: 'Import one or more custom formats in the JSON format of Radarr and TRaSH',
		replies: {200: imported.schema},
	},
};
