const queryKeys =
	/([?&;](?:api[_-]?key|key|apitoken|api|passkey|auth(?:key)?|torrent_pass|rsskey|token|secret(?:_key)?|pass(?:word)?|r)(?:\[[^&=\s]*)?=)[^&;\s"'<>]*/gi;
const credentials = /(\b[a-z][a-z+.-]{1,20}:\/\/)[^\s/@:]+:[^\s/@]+@/gi;
const inPath = /(\/solver\/)[^/\s?#"'<>{}]+/g;
const bearer = /\b(bearer\s+)[\w.~+/=-]+/gi;

/** Replaces secrets in addresses and headers with asterisks. */
export function maskSecrets(text: string): string {
	return text
		.replace(queryKeys, '$1********')
		.replace(credentials, '$1********@')
		.replace(bearer, '$1********')
		.replace(inPath, '$1********');
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
