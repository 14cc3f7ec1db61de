import type {Operations} from '#api/http/replies/operation.ts';
import {connectionWorks} from '#api/http/replies/outcomes.ts';
import {secret} from '#api/http/replies/secret-field.ts';
import {type SubtitleProvider, subtitleProviderKinds, subtitleProviderStatuses} from '#shared/domain/subtitles/provider-record.ts';
import {flag, integer, integerOrNull, oneOf, stamps, text, textOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';

export const subtitleProvider = viewOf<SubtitleProvider>()(
	{
		id: text,
		name: text,
		kind: oneOf(subtitleProviderKinds),
		url: text.description('Address of the API, or the path of a folder.'),
		apiKey: secret,
		username: text,
		password: secret,
		enabled: flag,
		priority: integer,
		dailyLimit: integerOrNull.description('Most downloads in any 24 hours; null leaves it to the quota of the provider.'),
		timeoutSeconds: integer,
		status: oneOf(subtitleProviderStatuses),
		lastError: textOrNull,
		disabledUntil: timestampOrNull.description('It is not asked before this time.'),
		remaining: integerOrNull.description('Downloads left until `resetAt`; null when unknown.'),
		resetAt: timestampOrNull,
		...stamps,
	},
	'SubtitleProvider',
);

const one = subtitleProvider.schema;
export const subtitleProvidersOperations: Operations = {
	'GET /api/subtitle-providers': {
		id: 'listSubtitleProviders',
		summary: 'List subtitle providers',
		replies: {200: objectOf({subtitleProviders: subtitleProvider.list})},
	},
	'GET /api/subtitle-providers/:id': {id: 'getSubtitleProvider', summary: 'Show a subtitle provider', replies: {200: one}},
	'POST /api/subtitle-providers': {id: 'addSubtitleProvider', summary: 'Add a subtitle provider', replies: {201: one}, failures: [409]},
	'POST /api/subtitle-providers/test': {
		id: 'testSubtitleProviderSettings',
		summary: 'Test the settings of a subtitle provider before it is stored',
		replies: {200: connectionWorks.schema},
	},
	'PUT /api/subtitle-providers/:id': {
		id: 'updateSubtitleProvider',
		summary: 'Change a subtitle provider',
		replies: {200: one},
		failures: [409],
	},
	'DELETE /api/subtitle-providers/:id': {id: 'deleteSubtitleProvider', summary: 'Delete a subtitle provider', replies: {204: null}},
	'POST /api/subtitle-providers/:id/test': {
		id: 'testSubtitleProvider',
		summary: 'Test a stored subtitle provider',
		replies: {200: connectionWorks.schema},
		failures: [400],
	},
};
