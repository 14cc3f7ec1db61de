const secretKeys =
	/(?<key>[?&;](?:api[_-]?key|apitoken|passkey|token|auth(?:key)?|torrent_pass|secret(?:_key)?|rsskey|pass(?:word)?|api|r)=)[^&;\s"'<>]+/gi;
const userInfo = /(?<scheme>\bhttps?:\/\/)[^/\s@"'<>]{1,200}@/gi;

/** A text that may be shown: the values of query keys that carry secrets, and those given by name, become `***`. */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
	const known = secrets.filter(secret => secret.length > 3).reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
	return known.replace(secretKeys, '$<key>***').replace(userInfo, '$<scheme>***@');
}
