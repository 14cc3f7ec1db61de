import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {createWorld} from '#test/helpers/world.ts';

test('a login that a client refuses is not tried again with every poll', async t => {
	const {deps, addItem, client, poll, qbittorrent} = await createWorld(t, {client: {}});
	await addItem({downloadId: 'ab'.repeat(20)});
	const wrong = await deps.downloadClients.change(await deps.downloadClients.get(client.id), {password: 'old horse'}, new Date());
	for (const minutes of [0, 0.1, 0.2, 0.5]) {
		await poll(minutes);
	}
	t.is(qbittorrent.logins, 1);
	t.like(await deps.downloadClients.get(client.id), {status: 'error', lastError: 'qBittorrent refuses this user name and password.'});

	const opened = deps.openDownloadClient(wrong);
	await t.throwsAsync(opened.test(new AbortController().signal), {instanceOf: Invalid, code: 'authentication_failed'});
	t.is(qbittorrent.logins, 2, 'a person may always try');
	await t.throwsAsync(opened.list(new AbortController().signal), {code: 'authentication_failed'});
	t.is(qbittorrent.logins, 2);

	await deps.downloadClients.change(await deps.downloadClients.get(client.id), {password: 'right horse'}, new Date());
	await poll(1);
	t.is(qbittorrent.logins, 3, 'another password is tried at once');
	t.like(await deps.downloadClients.get(client.id), {status: 'ok'});
});
