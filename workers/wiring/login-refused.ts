import {Invalid} from '#shared/errors.ts';

/** A wrong password is not tried again, because providers lock accounts out. */
export function loginRefused(name: string): Invalid {
	return new Invalid('authentication_failed', `${name} refused the name or password. Correct them; until then nobody logs in.`);
}
