import test from 'ava';
import {ApiRefusal, createApiClient} from '#scripts/command/api-client.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';

const {signal} = new AbortController();

test('a call carries the key and the body, and answers the reply', async t => {
	const url = await serveReplies(t, ({method, path, headers, body}) => ({
		json: {method, path, key: headers['x-api-key'], type: headers['content-type'] ?? null, body: body.toString()},
	}));
	const api = createApiClient({url, apiKey: 'k', signal});
	t.deepEqual(await api.get('/api/a'), {method: 'GET', path: '/api/a', key: 'k', type: null, body: ''});
	t.deepEqual(await api.put('/api/b', {value: 1}), {
		method: 'PUT',
		path: '/api/b',
		key: 'k',
		type: 'application/json',
		body: '{"value":1}',
	});
});

test('a reply without a body is an empty one', async t => {
	const url = await serveReplies(t, () => ({status: 204}));
	t.deepEqual(await createApiClient({url, apiKey: 'k', signal}).post('/api/a'), {});
});

test('a problem rejects with its status, code and words', async t => {
	const url = await serveReplies(t, () => ({status: 409, json: {code: 'movie_exists', detail: 'It is in the library already.'}}));
	const refusal = await t.throwsAsync(createApiClient({url, apiKey: 'k', signal}).post('/api/a', {}), {instanceOf: ApiRefusal});
	t.like(refusal, {status: 409, code: 'movie_exists', message: 'POST /api/a answered 409: It is in the library already.'});
});

test('an ended demo ends its calls', async t => {
	const url = await serveReplies(t, () => new Promise(() => undefined));
	const ending = new AbortController();
	const call = createApiClient({url, apiKey: 'k', signal: ending.signal}).get('/api/a');
	ending.abort(new Error('over'));
	await t.throwsAsync(call, {message: 'over'});
});
