import {isAdministrator} from '#api/http/access/caller.ts';
import type {SoundBody} from '#api/http/input/sound-body.ts';
import {isPrivateHost} from '#shared/domain/network/is-private-host.ts';
import type {Fault} from '#shared/errors.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {SolverChange} from './schema.ts';

/** The last `@` ends the credentials, and the first colon among them begins the password. */
const withPassword = /^([a-z\d]+:\/\/[^:]*:)(.*)(@[^@]*)$/i;

/** What replies show of the proxy: its password as stars. */
export function shownProxy(settings: Settings): string | null {
	const proxy = settings.get('captcha.proxy');
	return proxy === '' ? null : proxy.replace(withPassword, `$1${maskedSecret}$3`);
}

/**
 * Whether this is to be stored. It is not compared with the stored one itself: that would tell whether a guessed
 * password is right.
 */
export function isNewProxy(proxy: string | null, settings: Settings): proxy is string {
	return proxy !== null && proxy !== '' && proxy !== shownProxy(settings);
}

/** Stars go with the proxy they were shown with: else a stored password could be sent to a host of the caller's. */
export function proxyFaults({body: {proxy}, caller}: SoundBody<SolverChange>, settings: Settings): Fault[] {
	if (proxy === undefined || !isNewProxy(proxy, settings)) {
		return [];
	}
	if (withPassword.exec(proxy)?.[2] === maskedSecret) {
		return [{path: 'proxy', message: 'proxy must have the password itself: the stars stand for that of the stored proxy only'}];
	}
	if (!isUsable(new URL(proxy))) {
		return [{path: 'proxy', message: 'proxy must have a port from 1 to 65535, and credentials that are well encoded'}];
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
