import {isAddress, isPrivateAddress} from '#shared/network-address.ts';

/** May the engine contact this host? A name may not be contacted, because only an address can be checked. */
export type MayContact = (host: string) => boolean;

/** `allowPrivate` is the setting `security.allowPrivateNetworks`, asked each time. */
export function createAddressGuard(allowPrivate: () => boolean): MayContact {
	return host => isAddress(host) && (allowPrivate() || !isPrivateAddress(host));
}
