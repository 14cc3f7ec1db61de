import type {LoginRequest} from './build-login.ts';
import {buildHeaders, type SiteQuestion, type SiteTools, siteLinkOf, toAddress} from './build-requests.ts';
import type {Definition, Download} from './definition.ts';
import {formEncode} from './form-encoding.ts';
import {configVariables} from './search-variables.ts';
import {fillTemplate, type Value} from './template.ts';

export type DownloadRequest = LoginRequest;

/** The values that all steps of a download share. */
export interface DownloadContext {
	definition: Definition;
	/** The link of the release. */
	link: string;
	base: string;
	variables: Map<string, Value>;
	headers: Record<string, string>;
	tools: SiteTools;
}

export const linkParts = ['AbsoluteUri', 'AbsolutePath', 'Scheme', 'Host', 'Port', 'PathAndQuery', 'Query'] as const;

/** `.DownloadUri.` and the parts of the link; `.DownloadUri.Query.` and each parameter, the first of the same name. */
function linkVariables(link: string): [string, Value][] {
	const {href, pathname, protocol, hostname, port, search, searchParams} = new URL(link);
	const usualPort = protocol === 'https:' ? '443' : '80';
	const parts: Record<(typeof linkParts)[number], string> = {
		AbsoluteUri: href,
		AbsolutePath: pathname,
		Scheme: protocol.slice(0, -1),
		Host: hostname,
		Port: port || usualPort,
		PathAndQuery: pathname + search,
		Query: search,
	};
	const parameters = [...searchParams].toReversed().map(([name, value]): [string, Value] => [`.DownloadUri.Query.${name}`, value]);
	return [...Object.entries(parts).map(([name, value]): [string, Value] => [`.DownloadUri.${name}`, value]), ...parameters];
}

/** Throws `Unusable` when a header cannot be filled in. */
export function downloadContext(
	definition: Definition,
	{settings, siteLink, now}: Omit<SiteQuestion, 'search'>,
	link: string,
	tools: SiteTools,
): DownloadContext {
	const base = siteLinkOf(definition, siteLink);
	const variables = new Map([...configVariables(definition, settings, base, now), ...linkVariables(toAddress(link, base))]);
	const templates = definition.download?.headers.length ? definition.download.headers : definition.search.headers;
	return {definition, link: toAddress(link, base), base, variables, headers: buildHeaders(templates, variables), tools};
}

export function fileRequest(url: string, {headers}: Pick<DownloadContext, 'headers'>, isPost = false): DownloadRequest {
	return {method: isPost ? 'POST' : 'GET', url, headers, body: isPost ? '' : null, followsRedirects: true};
}

/** The request before the download. `found` is the path on the page of the link, if the definition reads it there. */
export function beforeRequest(before: NonNullable<Download['before']>, found: string | null, context: DownloadContext): DownloadRequest {
	const {variables, base, link, tools} = context;
	const headers = {...context.headers, Referer: link};
	const url = toAddress(found ?? fillTemplate(before.path ?? '', variables), base);
	const form = before.inputs.map(([name, value]) => `${name}=${formEncode(fillTemplate(value, variables), tools.encode)}`);
	if (before.isPost) {
		const type = {'Content-Type': 'application/x-www-form-urlencoded'};
		return {method: 'POST', url, headers: {...headers, ...type}, body: form.join('&'), followsRedirects: true};
	}
	const address = form.length === 0 ? url : toAddress(`${url}?${form.join(before.querySeparator)}`, base);
	return {method: 'GET', url: address, headers, body: null, followsRedirects: true};
}
