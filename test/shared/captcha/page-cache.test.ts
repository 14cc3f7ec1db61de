import test from 'ava';
import {createPageCache} from '#shared/captcha/page-cache.ts';
import type {OpenedPage} from '#shared/jobs/captcha.ts';
import {buildCookie} from '#test/helpers/build-clearance.ts';
import {readAllKeys} from '#test/helpers/read-all-keys.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';

const page: OpenedPage = {
	kind: 'none',
	url: 'https://example.test/account',
	html: '<p>Your balance is a secret</p>',
	cookies: [buildCookie()],
	userAgent: 'Mozilla/5.0 Chrome/150.0',
	screenshot: null,
	widgetToken: null,
};

test('an opened page is taken once', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const pages = createPageCache({redis, prefix, secrets: testSecrets});
	const pageId = await pages.leave(page);
	t.deepEqual(await pages.take(pageId), page);
	t.is(await pages.take(pageId), null);
	t.is(await pages.take('never-left'), null);
});

test('an opened page cannot be read in Redis, and does not lie there for long', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const pages = createPageCache({redis, prefix, secrets: testSecrets});
	await pages.leave(page);
	const all = await readAllKeys(redis, prefix);
	for (const secret of ['balance', 'let-me-in', 'example.test']) {
		t.false(all.includes(secret), secret);
	}
	const [key] = await redis.keys(`${prefix}:opened-page:*`);
	const seconds = await redis.ttl(key ?? '');
	t.true(seconds > 100 && seconds <= 120);
});

test('of two that take the same page one gets it', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const pages = createPageCache({redis, prefix, secrets: testSecrets});
	const pageId = await pages.leave({...page, html: 'x'.repeat(3_000_000)});
	const taken = await Promise.all([pages.take(pageId), pages.take(pageId)]);
	t.is(taken.filter(each => each !== null).length, 1);
});
