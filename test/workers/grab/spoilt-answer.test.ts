import test from 'ava';
import {Unclear, UpstreamFailed} from '#shared/errors.ts';
import {torrentLine, usenetLine} from '#test/helpers/grab-line.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';

test('a gateway that did not wait for rTorrent has refused nothing', async t => {
	const {deps, run, request, queue, record} = await torrentLine(t);
	const url = await serveReplies(t, () => ({status: 504, body: '<html>Gateway Time-out</html>'}));
	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url, kind: 'rtorrent'}, new Date());
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: Unclear});
	t.like(await queue(), [{state: 'downloading', transfer: null, health: 'warning'}]);
});

test('an answer that was cut on its way is no refusal, as long as the client can be read otherwise', async t => {
	const {deps, run, sab, request, queue, record} = await usenetLine(t);
	const url = await serveReplies(t, async ({path, query, method}) => {
		if (method === 'POST') {
			return {body: '{"status": tr'};
		}
		const answer = await fetch(`${sab.url}${path}?${query}`);
		return {json: await answer.json()};
	});
	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url}, new Date());
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: Unclear});
	t.like(await queue(), [{state: 'downloading', transfer: null}]);
});

test('another program at the address of the client took nothing', async t => {
	const {deps, run, request, queue, record} = await usenetLine(t);
	const url = await serveReplies(t, () => ({body: '<html>router</html>'}));
	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url}, new Date());
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: UpstreamFailed, message: /not SABnzbd/});
	t.deepEqual(await queue(), []);
});
