import {backoffMs, backoffs} from '#shared/coordination/backoff.ts';
import type {HandOver} from '#shared/coordination/cache.ts';
import {Invalid} from '#shared/errors.ts';
import type {DownloadClient} from './download-client.ts';

/** A login that a client refused. */
export interface RefusedLogin {
	/** In a row. */
	times: number;
	/** Milliseconds since 1970. */
	until: number;
	message: string;
}

export interface LoginMemory {
	logins: HandOver<RefusedLogin>;
	/** Of the address and the login together, so that others are tried at once. */
	key: string;
	now: () => Date;
}

/**
 * A client whose refused login is not tried again with every poll: some ban our address for an hour after five of them.
 * A test by a person always tries it, and one that succeeds is believed by all processes.
 */
export function withRestingLogin(client: DownloadClient, {logins, key, now}: LoginMemory): DownloadClient {
	const tried = async <T>(call: () => Promise<T>, known: RefusedLogin | null): Promise<T> => {
		try {
			const answer = await call();
			await (known && logins.drop(key));
			return answer;
		} catch (error) {
			if (error instanceof Invalid && error.code === 'authentication_failed') {
				const times = (known?.times ?? 0) + 1;
				const restMs = backoffMs(times, backoffs.clientLogin);
				await logins.put(key, {times, until: Number(now()) + restMs, message: error.message});
			}
			throw error;
		}
	};
	const rested = async <T>(call: () => Promise<T>): Promise<T> => {
		const known = await logins.get(key);
		if (known && known.until > Number(now())) {
			throw new Invalid('authentication_failed', known.message);
		}
		return tried(call, known);
	};
	const {ping, setCategory, control} = client;
	return {
		...client,
		test: async signal => tried(() => client.test(signal), await logins.get(key)),
		...(ping && {ping: signal => rested(() => ping(signal))}),
		add: (download, signal) => rested(() => client.add(download, signal)),
		list: (signal, wanted) => rested(() => client.list(signal, wanted)),
		files: (downloadId, signal) => rested(() => client.files(downloadId, signal)),
		...(setCategory && {setCategory: (downloadId, category, signal) => rested(() => setCategory(downloadId, category, signal))}),
		...(control && {control: (downloadIds, action, signal) => rested(() => control(downloadIds, action, signal))}),
		remove: (downloadId, options, signal) => rested(() => client.remove(downloadId, options, signal)),
	};
}
