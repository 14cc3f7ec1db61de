import type {Operations} from '#api/http/replies/operation.ts';
import {connectionWorks} from '#api/http/replies/outcomes.ts';
import {secret} from '#api/http/replies/secret-field.ts';
import {type Indexer, indexerKinds, indexerStatuses} from '#shared/domain/indexers/indexer-record.ts';
import {
	anyObject,
	flag,
	integer,
	integerOrNull,
	integers,
	number,
	numberOrNull,
	oneOf,
	orNull,
	stamps,
	text,
	textOrNull,
	texts,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';

export const indexer = viewOf<Indexer>()(
	{
		id: text,
		name: text,
		kind: oneOf(indexerKinds),
		url: text,
		apiPath: text,
		apiKey: secret,
		categories: integers,
		enabled: flag,
		priority: integer,
		minimumSeeders: integerOrNull,
		seedRatio: numberOrNull,
		seedTimeMinutes: integerOrNull,
		queryLimit: integerOrNull,
		grabLimit: integerOrNull,
		limitUnit: oneOf(['hour', 'day']),
		timeoutSeconds: integer,
		minimumIntervalSeconds: number,
		downloadClientId: textOrNull,
		captcha: flag,
		tags: texts.description('Names or ids of the libraries that it applies to; empty for all titles.'),
		status: oneOf(indexerStatuses),
		lastError: textOrNull,
		disabledUntil: timestampOrNull,
		capabilities: orNull(anyObject),
		...stamps,
	},
	'Indexer',
);

export const indexersOperations: Operations = {
	'GET /api/indexers': {id: 'listIndexers', summary: 'List indexers', replies: {200: objectOf({indexers: indexer.list})}},
	'GET /api/indexers/:id': {id: 'getIndexer', summary: 'Show an indexer', replies: {200: indexer.schema}},
	'POST /api/indexers': {id: 'addIndexer', summary: 'Add an indexer', replies: {201: indexer.schema}, failures: [409]},
	'POST /api/indexers/test': {
		id: 'testIndexerSettings',
		summary: 'Test the settings of an indexer before it is stored',
		replies: {200: connectionWorks.schema},
	},
	'PUT /api/indexers/:id': {id: 'updateIndexer', summary: 'Change an indexer', replies: {200: indexer.schema}, failures: [409]},
	'DELETE /api/indexers/:id': {id: 'deleteIndexer', summary: 'Delete an indexer', replies: {204: null}},
	'POST /api/indexers/:id/test': {
		id: 'testIndexer',
		summary: 'Test a stored indexer',
		replies: {200: connectionWorks.schema},
		failures: [400],
	},
};
