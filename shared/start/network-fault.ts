interface FailedConnection {
	/** The messages and codes of what was thrown. */
	text: string;
	/** The variable with the address. */
	variable: string;
	isTls: boolean;
}

const meanings: readonly (readonly [RegExp, (failed: FailedConnection) => string])[] = [
	[
		/\bE(?:NOENT|ACCES|ISDIR)\b.*\b(?:open|read)\b/,
		({text, variable}) => `a file named in ${variable} cannot be read (${shortened(text)}). Correct it.`,
	],
	[/ENOTFOUND|EAI_AGAIN|querySrv/, ({variable}) => `the host name is unknown. Correct ${variable}, or check the name server.`],
	[/ECONNREFUSED|ENOENT/, ({variable}) => `nothing listens there. Start it, or correct ${variable}.`],
	[/EACCES|EPERM/, () => 'this user may not use its socket. Give this user the right to.'],
	[/EHOSTUNREACH|ENETUNREACH/, ({variable}) => `no way leads there from this machine. Check the network, or correct ${variable}.`],
	[
		/certificate|CERT_|altnames/i,
		({text}) =>
			`its certificate is not trusted (${shortened(text)}). Name the file of its authority in NODE_EXTRA_CA_CERTS, or the host by the certificate's name.`,
	],
	[
		/wrong version number|EPROTO|SSL routines|before secure TLS/,
		({variable}) => `no TLS is spoken there. Correct the port, or TLS in ${variable}.`,
	],
	[
		/time[d-]?\s?out|ETIMEDOUT/i,
		({variable, isTls}) => `it does not answer${isTls ? ', or speaks no TLS' : ''}. Start it, or correct ${variable}.`,
	],
	[
		/closed|ECONNRESET|hang up|EPIPE/i,
		({variable, isTls}) =>
			`it ends the connection${isTls ? '' : ': it may want TLS'}, or another program listens there. Correct the port or ${variable}.`,
	],
];

/** The meaning of a failed connection, and what to do about it. */
export function networkFault(failed: FailedConnection): string {
	const [, explain] = meanings.find(([words]) => words.test(failed.text)) ?? [];
	return explain?.(failed) ?? `it cannot be used (${shortened(failed.text)}). Correct ${failed.variable}.`;
}

const shortened = (text: string) => text.trim().slice(0, 200);

/** Host and port of an address, or the path of its socket: without name, password and options. */
export function withoutCredentials(url: string): string {
	if (!url.includes('://')) {
		return url;
	}
	const address = /^[a-z+]{1,20}:\/\/(?:[^@/]*@)?([^?]*)/.exec(url)?.[1] ?? '';
	return (address.startsWith('/') ? decodeURIComponent(address) : address.split('/')[0]) || 'an unknown place';
}
