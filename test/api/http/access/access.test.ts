import test from 'ava';
import {Unavailable} from '#shared/errors.ts';
import {serve} from '#test/helpers/serve.ts';

test('a known caller of the public queue is not taken for anybody while the keys cannot be read', async t => {
	const {call, deps, headersOf} = await serve(t);
	const headers = await headersOf('streaming');
	const away = new Unavailable('database_unavailable', 'MongoDB does not answer.');
	deps.apiKeys.findByHash = () => Promise.reject(away);
	t.like(await call('GET /api/queue', {as: 'nobody', headers}), {status: 503, body: {code: 'database_unavailable'}});
	t.is((await call('GET /api/queue', {as: 'nobody'})).status, 200);
});
