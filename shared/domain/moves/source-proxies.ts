import type {ProxyKind, ProxySettings} from '../network/proxy-record.ts';
import type {FoundRecord} from './move.ts';
import {nameOf, tagsOf, valuesOf} from './source-connections.ts';
import {type SourceRow, textOf, wholeOf} from './source-titles.ts';

export const proxyColumns = ['Id', 'Name', 'Implementation', 'Settings', 'Tags'] as const;
export const applicationColumns = ['Id', 'Name', 'Implementation', 'Settings'] as const;

const kinds: Readonly<Record<string, ProxyKind>> = {Http: 'http', Socks4: 'socks4', Socks5: 'socks5'};

/** A proxy of Prowlarr in our form, joined with its indexers by the labels of its tags there. */
export function readProxy(row: SourceRow, labels: ReadonlyMap<number, string>): FoundRecord<{settings: Partial<ProxySettings>}> {
	const implementation = textOf(row['Implementation']) ?? '';
	const name = nameOf(row, 'Proxy');
	const found = {sourceId: String(row['Id']), title: name};
	const kind = kinds[implementation];
	if (implementation === 'FlareSolverr') {
		const detail = 'It solves challenges of sites, which is built in here: its indexers come with that switched on.';
		return {...found, wanted: null, notes: [{code: 'noted', detail}]};
	}
	if (!kind) {
		return {...found, wanted: null, notes: [{code: 'kind_unsupported', detail: `There is no proxy of the kind ${implementation} here.`}]};
	}
	const {host, port, username, password} = valuesOf(row);
	const proxyTags = tagsOf(row)
		.flatMap(tag => labels.get(tag) ?? [])
		.slice(0, 20);
	const bare = (textOf(host) ?? '').replace(/^[a-z\d]+:\/\//i, '').replace(/\/+$/, '');
	const [login, secret] = [textOf(username), textOf(password)];
	return {
		...found,
		wanted: {
			settings: {
				...{name, kind, proxyTags, url: `${kind}://${bare}:${wholeOf(port) ?? (kind === 'http' ? 80 : 1080)}`},
				...(login !== null && {username: login}),
				...(login !== null && secret !== null && kind !== 'socks4' && {password: secret}),
			},
		},
		notes: proxyTags.length > 0 ? [] : [{code: 'noted', detail: 'No indexer uses it there, for it has no tag.'}],
	};
}

/** Programs that get their indexers from Prowlarr, and cannot from here. */
export function readApplication(row: SourceRow): FoundRecord<never> | null {
	const implementation = textOf(row['Implementation']) ?? '';
	if (implementation === 'Radarr' || implementation === 'Sonarr') {
		return null;
	}
	const title = nameOf(row, 'Application');
	const detail = 'It gets its indexers from Prowlarr. Leave Prowlarr running for it.';
	return {sourceId: `application ${row['Id']}`, title, wanted: null, notes: [{code: 'function_ends', detail}]};
}

/** Where Prowlarr answers, as it has told the programs that ask it; null if it knows none. */
export const addressIn = (applications: readonly SourceRow[]): string | null =>
	applications.flatMap(row => textOf(valuesOf(row)['prowlarrUrl']) ?? []).find(url => /^https?:\/\/[^\s/]/i.test(url)) ?? null;
