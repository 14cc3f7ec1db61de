const impliedPorts: Readonly<Record<string, string>> = {'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443'};

/** `host:port` of a URL, with the port that its scheme implies, which `URL.host` leaves out. */
export function hostAndPort({hostname, port, protocol}: URL): string {
	return `${hostname}:${port || (impliedPorts[protocol] ?? '')}`;
}

/** Do both lead to the same port of the same host? `http://nas` and `https://nas` do not. False for what is no URL. */
export function isSameHostAndPort(one: string | URL, other: string | URL): boolean {
	const [a, b] = [URL.parse(String(one)), URL.parse(String(other))];
	return a !== null && b !== null && hostAndPort(a) === hostAndPort(b);
}
