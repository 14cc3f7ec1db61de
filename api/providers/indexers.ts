import type {Operations} from '#api/http/operation.ts';
import {recordOperations, testOperations} from '#api/http/operation.ts';
import type {Route} from '#api/http/route.ts';
import {secret} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import {type Indexer, type IndexerKind, indexerKinds, indexerStatuses, isInUse} from '#shared/domain/indexers/indexer-record.ts';
import {proxyRouteOf} from '#shared/domain/network/proxy-record.ts';
import {indexerFlags} from '#shared/domain/release/release.ts';
import {scopes} from '#shared/domain/scope.ts';
import type {Fault} from '#shared/errors.ts';
import {
	anyObject,
	flag,
	integer,
	integerOrNull,
	integers,
	listOf,
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
import {from, viewOf} from '#shared/presenters/view.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {createLoginCaptchas} from '#shared/store/definitions/login-captchas.ts';
import {restartSearches} from '#shared/tasks/restart-searches.ts';
import {providerRoutes} from './provider-routes.ts';

const indexer = viewOf<Indexer>()(
	{
		id: text,
		name: text,
		kind: oneOf(Object.keys(indexerKinds) as IndexerKind[]),
		url: text,
		apiPath: text,
		apiKey: secret,
		categories: integers,
		enabled: flag,
		rss: flag,
		automatic: flag,
		interactive: flag,
		priority: integer,
		minimumSeeders: integerOrNull,
		seedRatio: numberOrNull,
		seedTimeMinutes: integerOrNull,
		seasonPackSeedTimeMinutes: integerOrNull,
		requiredFlags: listOf(oneOf(indexerFlags)),
		queryLimit: integerOrNull,
		grabLimit: integerOrNull,
		limitUnit: oneOf(['hour', 'day']),
		timeoutSeconds: integer,
		minimumIntervalSeconds: number,
		downloadClientId: textOrNull,
		captcha: flag,
		tags: texts.description('Libraries and tags: it applies only to titles with one of them; empty for all titles.'),
		scope: orNull(oneOf(scopes)),
		proxyTags: texts,
		additionalParameters: textOrNull,
		vipExpiration: textOrNull,
		definition: textOrNull,
		settings: anyObject,
		status: from(oneOf(indexerStatuses), (record: Indexer) => (isInUse(record) ? record.status : 'disabled')),
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

/** A tag that no proxy has would stop all requests of the indexer. */
export async function proxyFaults(tags: readonly string[], {proxies}: Pick<RouteDeps, 'proxies'>): Promise<Fault[]> {
	const {fault} = proxyRouteOf(tags, tags.length === 0 ? [] : await proxies.list());
	return fault === null ? [] : [{path: 'proxyTags', message: fault}];
}

/** Whether tasks ask it. */
export const isSearched = ({enabled, automatic}: Pick<Indexer, 'enabled' | 'automatic'>) => enabled && automatic;

export function indexersRoutes(deps: RouteDeps): Route[] {
	const {indexers, downloadClients, settings} = deps;
	return providerRoutes(
		{
			name: 'indexer',
			path,
			plural: 'indexers',
			family: indexerFamily,
			view: indexer,
			store: indexers,
			readers: 'auth',
			async findOtherFaults({downloadClientId, proxyTags}) {
				const isUnknown = downloadClientId && !(await downloadClients.find(downloadClientId));
				const message = 'downloadClientId must be the id of a client of /api/download-clients, or null';
				return [...(isUnknown ? [{path: 'downloadClientId', message}] : []), ...(await proxyFaults(proxyTags ?? [], deps))];
			},
			/** A new indexer may have releases that no other one had. */
			async saved(indexer, before) {
				if (isSearched(indexer) && !(before && isSearched(before))) {
					await restartSearches('all', deps);
				}
			},
			removed: id => createLoginCaptchas(deps).end(id),
			/** Solving a challenge takes its own time. */
			testExtraMs: ({captcha}) => (captcha ? settings.get('captcha.timeout') * 1000 : 0),
		},
		deps,
	);
}
