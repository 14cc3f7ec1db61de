import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';

const withLogin = ['username', 'password'] as const;

/** `flaresolverr` solves challenges in a browser of its own; the others carry requests. */
export const proxyKinds = {
	http: {uses: [...withLogin]},
	socks4: {uses: ['username']},
	socks5: {uses: [...withLogin]},
	flaresolverr: {uses: []},
} as const satisfies Record<string, ProviderKind<keyof ProxySettings>>;
export type ProxyKind = keyof typeof proxyKinds;

/** A proxy or solver as an administrator entered it, with its password in plain text. */
export interface ProxySettings extends ProviderSettings {
	kind: ProxyKind;
	/** Without user name and password. */
	url: string;
	username: string | null;
	password: string | null;
	/** Indexers with any of these use it. */
	proxyTags: string[];
}

export const proxyStatuses = ['ok', 'error', 'disabled'] as const;

export interface ProxyHealth extends ProviderHealth {
	status: (typeof proxyStatuses)[number];
}

export type ProxyRecord = ProviderRecord<ProxySettings, ProxyHealth>;

/** The proxy for the requests of an indexer, and the solver of its challenges; null for neither. */
export interface ProxyRoute<Rec> {
	proxy: Rec | null;
	solver: Rec | null;
	/** Why nothing must be sent. An indexer that is to go through a proxy never goes past it. */
	fault: string | null;
}

const lower = (text: string) => text.toLowerCase();

/** How an indexer with these tags is reached. */
export function proxyRouteOf<Rec extends Pick<ProxySettings, 'name' | 'kind' | 'enabled' | 'proxyTags'>>(
	tags: readonly string[],
	all: readonly Rec[],
): ProxyRoute<Rec> {
	const has = ({proxyTags}: Rec, tag: string) => proxyTags.some(each => lower(each) === lower(tag));
	const none = (fault: string | null): ProxyRoute<Rec> => ({proxy: null, solver: null, fault});
	const unknown = tags.find(tag => !all.some(each => has(each, tag)));
	if (unknown !== undefined) {
		return none(`No proxy has the tag ${unknown} of this indexer, so nothing is sent. Give a proxy this tag, or take it off the indexer.`);
	}
	const joined = all.filter(each => tags.some(tag => has(each, tag)));
	const carriers = joined.filter(({kind}) => kind !== 'flaresolverr');
	const [proxy = null, other] = carriers;
	if (proxy && other) {
		return none(`Its tags join this indexer with two proxies, ${proxy.name} and ${other.name}, so nothing is sent. Leave it one.`);
	}
	if (proxy && !proxy.enabled) {
		return none(
			`The proxy ${proxy.name} of this indexer is switched off, so nothing is sent. Switch it on, or take its tag off the indexer.`,
		);
	}
	return {proxy, solver: joined.find(({kind, enabled}) => kind === 'flaresolverr' && enabled) ?? null, fault: null};
}

/** Its address with its login. */
export function addressOfProxy({url, username, password}: Pick<ProxySettings, 'url' | 'username' | 'password'>): string {
	const address = new URL(url);
	address.username = encodeURIComponent(username ?? '');
	address.password = encodeURIComponent(password ?? '');
	return address.href;
}
