/** The password in a basic authentication header, or null if there is none. */
export function basicPassword(header: string | undefined): string | null {
	const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(header ?? '') ?? [];
	if (!encoded) {
		return null;
	}
	const decoded = Buffer.from(encoded, 'base64').toString('utf8');
	const colon = decoded.indexOf(':');
	return colon < 0 ? null : decoded.slice(colon + 1);
}
