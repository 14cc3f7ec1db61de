import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import {isExpected, NotFound, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {isSameHostAndPort} from '#shared/network-address.ts';
import type {Http, HttpReply} from '../http/http.ts';

/** Bytes of a subtitle or an archive of subtitles. */
export const largestSubtitle = 5 * 1024 * 1024;
const maxRedirects = 3;
const otherType = /^(?:text\/html|application\/(?:json|xhtml\+xml)|(?:image|audio|video)\/)/i;
const page = /^(?:\uFEFF)?\s*(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>])/i;

export interface FetchedFile {
	link: string;
	/** Address of the provider. Only this host and port may be private, because an administrator entered them. */
	providerUrl: string;
	timeoutMs: number;
	now: Date;
	signal: AbortSignal;
}

/**
 * Fetches a subtitle by the link that a provider names. The request has no key.
 * Throws NotFound `link_expired`, TooMany, UpstreamFailed `subtitle_unusable` when this file is to blame,
 * `not_a_subtitle` for a page, `provider_failed` and those of `Http`.
 */
export async function fetchFile({link, providerUrl, timeoutMs, now, signal}: FetchedFile, http: Http): Promise<Buffer> {
	let url = URL.parse(link);
	for (let left = maxRedirects; url !== null && /^https?:$/.test(url.protocol); left -= 1) {
		const network = isSameHostAndPort(url, providerUrl) ? 'any' : 'public';
		const reply = await http({url, timeoutMs, maxBytes: largestSubtitle, network, signal}).catch(toTooLarge);
		const location = reply.status >= 300 && reply.status < 400 ? reply.headers['location'] : undefined;
		if (location === undefined || left === 0) {
			return readFile(reply, now);
		}
		url = URL.parse(location, url.href);
	}
	throw new UpstreamFailed('subtitle_unusable', 'The provider gives no usable address for the subtitle. Choose another one.');
}

function toTooLarge(error: unknown): never {
	if (isExpected(error) && error.code === 'too_large') {
		throw new UpstreamFailed('subtitle_unusable', 'The subtitle is larger than 5 MiB. Choose another one.', {cause: error});
	}
	throw error;
}

function readFile({status, headers, body}: HttpReply, now: Date): Buffer {
	const retryAfterSeconds = parseRetryAfter(headers['retry-after'], now);
	if (status === 404 || status === 410) {
		throw new NotFound('link_expired', 'The subtitle is no longer at its address. Search again.');
	}
	if (status === 429) {
		throw new TooMany('rate_limited', 'The provider limits our downloads (429). It is tried again later.', retryAfterSeconds ?? 60);
	}
	if (status < 200 || status >= 300) {
		throw new UpstreamFailed('provider_failed', `The provider answers ${status} to a download. It is tried again later.`, {
			retryAfterSeconds,
		});
	}
	if (body.length === 0) {
		throw new UpstreamFailed('subtitle_unusable', 'The provider sent an empty file instead of a subtitle. Choose another one.');
	}
	if (otherType.test(headers['content-type']?.trim() ?? '') || page.test(body.subarray(0, 500).toString('utf8'))) {
		throw new UpstreamFailed('not_a_subtitle', 'The provider sent a page instead of a subtitle. Choose another one.');
	}
	return body;
}
