import test from 'ava';
import {withFaces} from '#test/helpers/faces.ts';

/** Pairs of characters. Tried anew at each quote they would take a minute, in one pass some milliseconds. */
const pairs = 200_000;
const mostMs = 5000;

test('a text without its end holds nobody up where commas behind the last item are forgiven', async t => {
	const {ask} = await withFaces(t);
	const before = process.threadCpuUsage();
	const answer = await ask('POST /radarr/api/v3/tag', {body: `{"label": "${'\\"'.repeat(pairs)}`});
	const {user, system} = process.threadCpuUsage(before);
	t.is(answer.status, 400);
	t.true((user + system) / 1000 < mostMs);
	t.is((await ask('POST /radarr/api/v3/tag', {body: '{"label": "kids, ]", "more": [1, 2,\n],}'})).status, 201);
});
