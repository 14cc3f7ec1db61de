const queryKeys =
	/([?&;](?:api[_-]?key|key|apitoken|api|passkey|auth(?:key)?|torrent_pass|rsskey|(?:access_)?token|secret(?:_key)?|pass(?:word)?|r)(?:\[[^&;?=\s]*)?=)[^&;\s"'<>]*/gi;
/** Names that always mean a secret, anywhere in a text: other services quote the parameters that we sent them. */
const named = /((?:api[_-]?key|apitoken|passkey|authkey|torrent_pass|rsskey)=)[^&;\s"'<>]+/gi;
/** Not `file:` addresses, which error stacks use for our own source files. */
const addresses = /\b(?!file:)([a-z][a-z\d+.-]{1,20}:\/\/)([^\s/?#"'<>\\]*)([^\s"'<>]*)/gi;
const magnets = /\bmagnet:\?[^\s"'<>]+/gi;
const inPath = /(\/solver\/)[^/\s?#"'<>{}]+/g;
const bearer = /\b(bearer\s+)[\w.~+/=-]+/gi;
const basic = /\b(basic\s+)([\w+/=-]+)/gi;

/** What is shown of an address from outside: any part after its host may be a passkey. Null for anything else. */
export function originOf(address: string): string | null {
	const url = URL.parse(address);
	if (!url) {
		return null;
	}
	return url.host === '' ? url.protocol : `${url.protocol}//${url.host}`;
}

/** Cuts addresses down to their origins, and replaces secrets in paths and headers with asterisks. */
export function maskSecrets(text: string): string {
	return text
		.replace(addresses, (_all, scheme: string, authority: string, rest: string) => shortened(scheme, authority, rest))
		.replace(magnets, 'magnet:…')
		.replace(queryKeys, '$1********')
		.replace(named, '$1********')
		.replace(bearer, '$1********')
		.replace(basic, (all: string, scheme: string, encoded: string) => (isCredentials(encoded) ? `${scheme}********` : all))
		.replace(inPath, '$1********');
}

/** RFC 7617: a name and a password with a colon between them. Other words follow “basic”, too. */
const isCredentials = (encoded: string) => Buffer.from(encoded, 'base64').includes(':');

/** Masks the last error of an indexer, client or provider, whose messages may quote addresses with secrets. */
export function maskedHealth<Health extends {lastError?: string | null}>(health: Health): Health {
	return health.lastError ? {...health, lastError: maskSecrets(health.lastError)} : health;
}

function shortened(scheme: string, authority: string, rest: string): string {
	const host = authority.slice(authority.lastIndexOf('@') + 1);
	const hidden = rest.slice(0, endOfAddress(rest));
	return `${scheme}${host}${hidden === '' || hidden === '/' ? '' : '/…'}${rest.slice(hidden.length)}`;
}

/**
 * Index of the end of an address that may be followed by punctuation. A pattern would take quadratic time, and callers
 * choose the text.
 */
function endOfAddress(text: string): number {
	let end = text.length;
	while (end > 0 && ').,:;!?]'.includes(text.charAt(end - 1))) {
		end -= 1;
	}
	return end;
}

/** The same for the address of a request, whose caller may have encoded the names of its parameters. */
export function maskRequest(address: string): string {
	const [path = '', ...query] = address.split('?');
	const pairs = query.join('?').split('&');
	const plain = pairs.map(pair => {
		const [name = '', ...value] = pair.split('=');
		return [decoded(name), ...value].join('=');
	});
	return maskSecrets(query.length === 0 ? path : `${path}?${plain.join('&')}`);
}

function decoded(name: string): string {
	try {
		return decodeURIComponent(name.replaceAll('+', ' '));
	} catch {
		return '?';
	}
}
