import {type LookupAddress, type LookupOptions, lookup as systemLookup} from 'node:dns';
import {isPrivateAddress} from '#shared/network-address.ts';

type Answer = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

export type Lookup = (hostname: string, options: LookupOptions, answer: Answer) => void;

/**
 * A name look-up that fails if any address of the name is private: with a mixed name, a public address could pass the
 * check and a private one be used.
 * It runs inside the connector, so the checked address is the one that is used.
 */
export function guardedLookup(lookup: Lookup = systemLookup): Lookup {
	return (hostname, options, answer) => {
		lookup(hostname, options, (error, address, family) => {
			const found = typeof address === 'string' ? [address] : (address ?? []).map(entry => entry.address);
			if (!error && found.some(isPrivateAddress)) {
				answer(Object.assign(new Error(`${hostname} leads to a private address`), {code: 'address_refused'}), '', 4);
				return;
			}
			answer(error, address, family);
		});
	};
}
