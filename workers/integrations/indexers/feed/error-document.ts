import {type ExpectedError, Invalid, NotFound, UpstreamFailed} from '#shared/errors.ts';
import {childOf, type XmlElement} from '../../xml.ts';
import {isLimit, limitReached} from '../site-words.ts';

/**
 * Throws the error that a Newznab `error` document stands for: Invalid `authentication_failed` (100 to 199); TooMany
 * `rate_limited` (500, 501, or by its text); NotFound `release_gone` (300); UpstreamFailed `indexer_off` (410, 910),
 * `indexer_refused` (200 to 203) or `indexer_failed`. Does nothing for other documents.
 */
export function throwIfError(root: XmlElement): void {
	const error = root.name === 'error' ? root : childOf(root, 'error');
	if (error) {
		throw toFailure(Number(error.attributes.get('code') ?? 900), error.attributes.get('description') ?? error.text);
	}
}

function toFailure(code: number, description: string): ExpectedError {
	const said = `${code} - ${description.trim().slice(0, 300)}`;
	if (isLimit(description) || code === 500 || code === 501 || code === 429) {
		return limitReached(said);
	}
	if ((code >= 100 && code < 200) || code === 401 || code === 403 || /missing parameter.{0,20}apikey/i.test(description)) {
		return new Invalid('authentication_failed', `The indexer refuses the key (${said}). Correct its API key.`);
	}
	if (code === 300 || code === 404) {
		return new NotFound('release_gone', `The indexer no longer has this release (${said}). Choose another one.`);
	}
	if (code === 410 || code === 910) {
		return new UpstreamFailed('indexer_off', `The indexer is switched off (${said}).`);
	}
	if (code >= 200 && code < 204) {
		return new UpstreamFailed('indexer_refused', `The indexer does not accept the request (${said}). Check its address and categories.`);
	}
	return new UpstreamFailed('indexer_failed', `The indexer failed (${said}). It is tried again later.`);
}
