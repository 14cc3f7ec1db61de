const parameter = /([?&;])([\w%[\].-]{1,100})=([^&;\s"'<>]*)/g;
const secretName =
	/^(?:api[_-]?key|key|apitoken|api|passkey|auth(?:key)?|torrent_pass|rsskey|token|secret(?:_key)?|pass(?:word)?|r)(?:\[.*)?$/i;
const credentials = /(\b[a-z][a-z+.-]{1,20}:\/\/)[^\s/@:]+:[^\s/@]+@/gi;
const inPath = /(\/solver\/)[^/\s?#"'<>{}]+/g;
const bearer = /\b(bearer\s+)[\w.~+/=-]+/gi;

/** Replaces secrets in addresses and headers with asterisks. */
export function maskSecrets(text: string): string {
	return text
		.replace(parameter, (all, before: string, name: string) => (secretName.test(decoded(name)) ? `${before}${name}=********` : all))
		.replace(credentials, '$1********@')
		.replace(bearer, '$1********')
		.replace(inPath, '$1********');
}

/** Servers decode the names of parameters, too. */
function decoded(name: string): string {
	return name.replace(/%([\da-f]{2})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
