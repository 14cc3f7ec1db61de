import {isAdministrator} from '#api/http/access/caller.ts';
import type {SoundBody} from '#api/http/input/sound-body.ts';
import {maskAddress} from '#api/http/replies/mask-address.ts';
import {isPrivateHost} from '#shared/domain/network/is-private-host.ts';
import type {Fault} from '#shared/errors.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {SolverChange} from './schema.ts';

/** The proxy as replies show it: without credentials, because with many providers the user name is the key. */
export function shownProxy(settings: Settings): string | null {
	return maskAddress(settings.get('captcha.proxy')) || null;
}

/**
 * Whether to store this proxy. It is compared with the masked form only: comparing it with the stored proxy would
 * reveal whether guessed credentials are right.
 */
export function isNewProxy(proxy: string | null, settings: Settings): proxy is string {
	return proxy !== null && proxy !== '' && proxy !== shownProxy(settings);
}

/**
 * Stars are accepted only with the proxy that they were shown with. Otherwise a caller could send the stored
 * credentials to a host of their own.
 */
export function proxyFaults({body: {proxy}, caller}: SoundBody<SolverChange>, settings: Settings): Fault[] {
	if (proxy === undefined || !isNewProxy(proxy, settings)) {
		return [];
	}
	if (proxy.includes(maskedSecret)) {
		return [{path: 'proxy', message: 'proxy must contain the credentials themselves: the stars are accepted for the stored proxy only'}];
	}
	if (!isUsable(new URL(proxy))) {
		return [{path: 'proxy', message: 'proxy must have a port from 1 to 65535 and correctly encoded credentials'}];
	}
	const mayBePrivate = caller !== null && isAdministrator(caller);
	return !mayBePrivate && isPrivateHost(new URL(proxy))
		? [{path: 'proxy', message: 'proxy must not be a private or loopback address, unless an administrator enters it'}]
		: [];
}

function isUsable({port, username, password}: URL): boolean {
	try {
		decodeURIComponent(username + password);
		return port !== '0';
	} catch {
		return false;
	}
}
