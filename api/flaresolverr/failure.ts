import {Invalid} from '#shared/errors.ts';
import type {OpenPageAnswer} from '#shared/jobs/captcha.ts';

/** Programs compare these with Chrome's names for them. */
const chromeNames: ReadonlyMap<string, string> = new Map([
	['name_not_found', 'net::ERR_NAME_NOT_RESOLVED'],
	['connection_refused', 'net::ERR_CONNECTION_REFUSED'],
	['proxy_failed', 'net::ERR_PROXY_CONNECTION_FAILED'],
]);

const blocked = 'Cloudflare has blocked this request. Probably your IP is banned for this site, check in your web browser.';

/** A command that failed; the caller gets the message after `Error: `. */
export function failed(message: string): Invalid {
	return new Invalid('command_failed', message);
}

export function notSolved(message: string): Invalid {
	return failed(`Error solving the challenge. ${message.replaceAll('\n', '\\n')}`);
}

export function timedOut(limitMs: number): Invalid {
	const seconds = limitMs / 1000;
	// Formatted as Python prints a float, because programs compare this sentence.
	return notSolved(`Timeout after ${Number.isInteger(seconds) ? `${seconds}.0` : seconds} seconds.`);
}

export function pageFailed({code, message}: NonNullable<OpenPageAnswer['failure']>, limitMs: number): Invalid {
	if (code === 'timed_out') {
		return timedOut(limitMs);
	}
	if (code === 'blocked') {
		return notSolved(blocked);
	}
	const chromeName = chromeNames.get(code);
	return notSolved(chromeName ? `Message: unknown error: ${chromeName}\n${message}` : message);
}
