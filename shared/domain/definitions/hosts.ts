import type {Definition} from './definition.ts';

/** Hosts that a definition names, of its addresses and of requests to fixed places, with their ports and in order. */
export function hostsOf({links, search, login, download}: Definition): string[] {
	const paths = [...search.paths.map(({path}) => path), login?.path, login?.submitPath, login?.testPath, download?.before?.path];
	const fixed = paths.flatMap(path => /^\s*(?:https?:)?\/\/[^\s/?#{}]+/i.exec(path ?? '')?.[0] ?? []);
	const hosts = [...links, ...fixed].flatMap(address => URL.parse(address.trim(), 'https://a')?.host ?? []);
	return [...new Set(hosts)].toSorted();
}

const bare = (address: string) => address.replace(/\/+$/, '').toLowerCase();

/** Whether the site has left this address. */
export function isLegacyLink({links, legacyLinks}: {links: readonly string[]; legacyLinks: readonly string[]}, link: string): boolean {
	const isAmong = (addresses: readonly string[]) => addresses.some(each => bare(each) === bare(link));
	return isAmong(legacyLinks) && !isAmong(links);
}
