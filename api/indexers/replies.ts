import {type Operations, recordOperations, testOperations} from '#api/http/operation.ts';
import {secret} from '#api/http/secrets.ts';
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
import {viewOf} from '#shared/presenters/view.ts';

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

const path = '/api/indexers';
export const indexersOperations: Operations = {
	...recordOperations(path, {name: 'Indexer', view: indexer}),
	...testOperations(path, 'Indexer'),
};
