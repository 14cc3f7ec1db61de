import {isIP} from 'node:net';
import type {Lookup} from '#workers/integrations/http/guarded-lookup.ts';

/** A name look-up that knows these names alone, written in lower case. */
export function lookupOf(names: Readonly<Record<string, readonly string[]>>): Lookup {
	return (hostname, _options, answer) => {
		const found = isIP(hostname) ? [hostname] : (names[hostname.toLowerCase().replace(/\.$/, '')] ?? []);
		const error = found.length === 0 ? Object.assign(new Error(`${hostname} is unknown`), {code: 'ENOTFOUND'}) : null;
		queueMicrotask(() =>
			answer(
				error,
				found.map(address => ({address, family: address.includes(':') ? 6 : 4})),
			),
		);
	};
}
