import type {PageToOpen} from '#shared/jobs/captcha.ts';
import {failed} from './failure.ts';
import type {CommandProxy} from './schema.ts';

/** The address may contain credentials too; separate ones take precedence. Null if there is no address. */
export function toProxy({url, username, password}: CommandProxy): PageToOpen['proxy'] {
	if (!url) {
		return null;
	}
	const parsed = URL.parse(url);
	if (!parsed) {
		throw failed("Request parameter 'proxy' has a 'url' that is not an address.");
	}
	return {
		url: `${parsed.protocol}//${parsed.host}`,
		username: username || decoded(parsed.username),
		password: password || decoded(parsed.password),
	};
}

function decoded(text: string): string | null {
	try {
		return decodeURIComponent(text) || null;
	} catch {
		return text;
	}
}
