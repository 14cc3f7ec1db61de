import {type LookupAddress, type LookupOptions, lookup as systemLookup} from 'node:dns';
import {isPrivateAddress} from '#shared/domain/network/is-private-address.ts';

type Answer = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

export type Lookup = (hostname: string, options: LookupOptions, answer: Answer) => void;

/**
 * A name look-up that fails when any address of the name is private: a name that has both would pass a check and
 * connect inside.
 * It sits in the connector, so the address that was checked is the address that is used.
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
