import type {ExecutionContext} from 'ava';
import {createSharedBackoff} from '#shared/coordination/backoff.ts';
import type {Leases} from '#shared/coordination/lease.ts';
import {createDefinitionThread, type DefinitionThread} from '#shared/definitions/definition-thread.ts';
import {createLoginCaptchas} from '#shared/store/definitions/login-captchas.ts';
import type {SiteDeps} from '#workers/integrations/indexers/definition/site-deps.ts';
import {withRedisClients} from './redis-clients.ts';
import {testSecrets} from './test-secrets.ts';

const limits = {delaysMs: [300_000]};

/** The definitions are those in `files`, by key; the test may change them at any time. */
export async function siteDeps(
	t: ExecutionContext,
	files: Record<string, string>,
	thread: DefinitionThread = createDefinitionThread(),
): Promise<SiteDeps> {
	const {producer: redis, prefix} = await withRedisClients(t);
	t.teardown(() => thread.close());
	return {
		definitions: {text: async key => (files[key] === undefined ? null : {text: files[key], hash: files[key]})},
		thread,
		refusedLogins: createSharedBackoff({redis, key: `${prefix}:refused-logins`, backoff: limits}),
		captchas: createLoginCaptchas({producer: redis, prefix, secrets: testSecrets}),
		note: async () => {},
		redis,
		prefix,
		secrets: testSecrets,
		leases: oneByOne(),
	};
}

/** Leases of this process. */
function oneByOne(): Pick<Leases, 'with'> {
	const held = new Set<string>();
	return {
		async with(key, _how, work) {
			if (held.has(key)) {
				return null;
			}
			held.add(key);
			try {
				const never = new AbortController();
				const lease = {token: key, lost: never.signal, fence: () => Promise.resolve(), release: () => Promise.resolve()};
				return await work(never.signal, lease);
			} finally {
				held.delete(key);
			}
		},
	};
}

/** For tests of other kinds. */
export const noSites = new Proxy({} as SiteDeps, {
	get: () => {
		throw new Error('The test has no definitions.');
	},
});
