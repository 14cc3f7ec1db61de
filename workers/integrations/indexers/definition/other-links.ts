import {detectChallenge} from '#shared/captcha/detect-challenge.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {isSameHostAndPort} from '#shared/network-address.ts';
import {siteOf} from '#shared/site-of.ts';
import type {IndexerDeps} from '../indexer.ts';
import type {OpenSite} from './open-site.ts';

/** Failures that may not happen at another address of the site. */
const ofAddress: ReadonlySet<string> = new Set([
	'connection_refused',
	'connection_failed',
	'name_not_found',
	'timed_out',
	'tls_failed',
	'site_moved',
	'site_failed',
	'other_host',
	// A proxy says only that it does not get there. The other addresses are asked through it, too.
	'proxy_failed',
]);
const maxLinks = 6;
const probeMs = 5000;
const probeBytes = 256 * 1024;

interface Probing {
	deps: Pick<IndexerDeps, 'http'>;
	signal: AbortSignal;
}

/**
 * Does `work`. If its failure may be due to the address, adds the other addresses of the definition that answer to the
 * error. No setting is sent to them, and none is used before a person has chosen it.
 */
export async function withOtherLinks<Answer>(site: OpenSite, work: () => Promise<Answer>, probing: Probing): Promise<Answer> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof UpstreamFailed && ofAddress.has(error.code)) || probing.signal.aborted) {
			throw error;
		}
		const known = otherLinks(site).filter(link => error.links.every(each => !isSameHostAndPort(each, link)));
		const answering = await Promise.all(known.map(async link => ((await answers(link, probing)) ? [link] : [])));
		const links = [...error.links, ...answering.flat()];
		const {code, retryAfterSeconds} = error;
		const hint = answering.flat().length > 0 ? ` These other addresses of the site answer: ${answering.flat().join(' ')}` : '';
		throw new UpstreamFailed(code, error.message + hint, {cause: error, retryAfterSeconds, links});
	}
}

/** The first address of each host other than the one entered. */
function otherLinks({definition, settings}: OpenSite): string[] {
	const hosts = new Set([URL.parse(settings.url)?.host]);
	const others: string[] = [];
	for (const url of definition.links.flatMap(link => URL.parse(link.trim()) ?? [])) {
		if (/^https?:$/.test(url.protocol) && !hosts.has(url.host)) {
			hosts.add(url.host);
			others.push(url.href);
		}
	}
	return others.slice(0, maxLinks);
}

async function answers(link: string, {deps, signal}: Probing): Promise<boolean> {
	try {
		const {status, headers, body} = await deps.http({url: link, timeoutMs: probeMs, maxBytes: probeBytes, network: 'public', signal});
		const target = status >= 300 && status < 400 ? URL.parse(headers['location'] ?? '', link) : null;
		const leaves = target !== null && siteOf(target) !== siteOf(new URL(link));
		return !leaves && (status < 500 || detectChallenge({status, headers, html: body.toString()}).kind !== 'none');
	} catch (error) {
		return error instanceof UpstreamFailed && error.code === 'too_large';
	}
}

/**
 * The root of the address that a site redirects to, if its host differs from the one entered. Never leads from https to
 * http.
 */
export function otherAddress(target: string, entered: string): string[] {
	const url = URL.parse(target);
	if (!url || !/^https?:$/.test(url.protocol) || isSameHostAndPort(url, entered)) {
		return [];
	}
	const isSafe = url.protocol === 'https:' || URL.parse(entered)?.protocol === 'https:';
	return [`${isSafe ? 'https' : 'http'}://${url.host}/`];
}
