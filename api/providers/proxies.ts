import type {Operations} from '#api/http/operation.ts';
import {recordOperations, testOperations} from '#api/http/operation.ts';
import type {Route} from '#api/http/route.ts';
import {secret} from '#api/http/secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import {type ProxyKind, type ProxyRecord, proxyKinds, proxyStatuses} from '#shared/domain/network/proxy-record.ts';
import {flag, oneOf, stamps, text, textOrNull, texts} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {proxyFamily} from '#shared/providers/proxies.ts';
import {providerRoutes} from './provider-routes.ts';

const proxy = viewOf<ProxyRecord>()(
	{
		id: text,
		name: text,
		kind: oneOf(Object.keys(proxyKinds) as ProxyKind[]).description('Protocol of the proxy, or `flaresolverr` for a solver of challenges.'),
		url: text.description('Address without a login.'),
		username: textOrNull.description('User name of the proxy.'),
		password: {...secret, schema: secret.schema.description('Password of the proxy, as asterisks.')},
		enabled: flag.description('While a proxy is switched off, nothing is sent to the indexers that use it.'),
		proxyTags: texts.description('Indexers with any of these proxy tags use it.'),
		status: oneOf(proxyStatuses).description('How its last use or test went.'),
		lastError: textOrNull,
		...stamps,
	},
	'Proxy',
);

const path = '/api/proxies';
export const proxiesOperations: Operations = {...recordOperations(path, {name: 'Proxy', view: proxy}), ...testOperations(path, 'Proxy')};

export function proxiesRoutes(deps: RouteDeps): Route[] {
	return providerRoutes(
		{name: 'proxy', path, plural: 'proxies', family: proxyFamily, view: proxy, store: deps.proxies, readers: 'admin'},
		deps,
	);
}
