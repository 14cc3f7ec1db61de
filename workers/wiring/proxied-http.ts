import type {Indexer, IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import {addressOfProxy, type ProxyRecord, type ProxyRoute, proxyRouteOf} from '#shared/domain/network/proxy-record.ts';
import {isExpected, UpstreamFailed} from '#shared/errors.ts';
import type {ProxyStore} from '#shared/store/providers/provider-stores.ts';
import type {Http} from '../integrations/http/http.ts';
import type {Carrier} from '../integrations/http/proxy-agents.ts';
import type {SolverWay} from '../integrations/indexers/challenge-solver.ts';

interface Options {
	http: Http;
	proxies: Pick<ProxyStore, 'list' | 'setHealth'>;
}

export interface ProxiedHttp {
	/** Through the proxy of the indexer, or nothing is sent; `direct` if its tags only name a solver. */
	of(indexer: Pick<IndexerSettings, 'proxyTags'>, direct: Http): Http;
	/** For a release whose indexer was removed: nobody knows any more which way it had. */
	ofNobody: Http;
	/** The way of the browser that solves challenges of the indexer. */
	solverWay(indexer: Pick<Indexer, 'proxyTags'>): Promise<SolverWay>;
}

const noProxy: ProxyRoute<ProxyRecord> = {proxy: null, solver: null, fault: null};

/** Sends the requests of indexers through the proxies that their tags choose, read again for each request. */
export function createProxiedHttp({http, proxies}: Options): ProxiedHttp {
	async function find(tags: readonly string[]): Promise<Omit<ProxyRoute<ProxyRecord>, 'fault'>> {
		const route = tags.length === 0 ? noProxy : proxyRouteOf(tags, await proxies.list());
		if (route.fault !== null) {
			throw new UpstreamFailed('proxy_failed', route.fault);
		}
		return route;
	}

	async function through(proxy: ProxyRecord, request: Parameters<Http>[0]): ReturnType<Http> {
		try {
			const reply = await http({...request, proxy: {...proxy, kind: proxy.kind as Carrier['kind']}}); // `proxyRouteOf` tells solvers apart
			if (proxy.status === 'error') {
				await proxies.setHealth(proxy.id, {status: 'ok', lastError: null}, {updatedAt: proxy.updatedAt});
			}
			return reply;
		} catch (error) {
			if (isExpected(error) && error.code === 'proxy_failed' && proxy.status !== 'error') {
				await proxies.setHealth(proxy.id, {status: 'error', lastError: error.message}, {updatedAt: proxy.updatedAt});
			}
			throw error;
		}
	}

	return {
		of:
			({proxyTags}, direct) =>
			async request => {
				const {proxy} = await find(proxyTags);
				return proxy ? through(proxy, request) : direct(request);
			},
		async ofNobody(request) {
			if ((await proxies.list()).some(({kind}) => kind !== 'flaresolverr')) {
				const message =
					'The indexer of this release was removed, so it is unknown whether it had a proxy. Search again and choose another release.';
				throw new UpstreamFailed('proxy_failed', message);
			}
			return http(request);
		},
		async solverWay({proxyTags}) {
			const {proxy, solver} = await find(proxyTags);
			return {proxy: proxy && addressOfProxy(proxy), solver: solver?.url ?? null};
		},
	};
}
