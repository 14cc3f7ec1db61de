import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {nzbgetBinary, startNzbget} from '#test/helpers/peers/nzbget.ts';
import {isInstalled} from '#test/helpers/peers/program.ts';
import {peerLogin} from '#test/helpers/peers/qbittorrent.ts';
import {sabnzbdBinary, sabnzbdKey, startSabnzbd} from '#test/helpers/peers/sabnzbd.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createNzbget} from '#workers/integrations/download-clients/nzbget-client.ts';
import {createSabnzbd} from '#workers/integrations/download-clients/sabnzbd/sabnzbd-client.ts';

const signal = AbortSignal.timeout(60_000);
const nzb = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<nzb xmlns="http://www.newzbin.com/DTD/2003/nzb"><file poster="p@test.invalid" date="1700000000" subject="&quot;The.Lamp.mkv&quot; (1/1)">
<groups><group>alt.binaries.test</group></groups><segments><segment bytes="1000" number="1">part1@test.invalid</segment></segments></file></nzb>`);

/** Skips a program that is not installed. */
function peer(binary: string) {
	if (isInstalled(binary)) {
		return test.serial;
	}
	console.warn(`Skipping ${binary}: it is not installed (apt-get install ${binary}).`);
	return test.serial.skip;
}

peer(nzbgetBinary)('nzbget takes a release, lists it and gives it up again', async t => {
	t.timeout(60_000);
	const url = await startNzbget(t, 'kinoteka');
	const settings = buildClientSettings({...peerLogin, kind: 'nzbget', url, addPaused: true});
	const client = createNzbget(settings, {http: withHttp(t)});
	t.log(`nzbget ${(await client.test(signal)).version}`);
	await client.ping?.(signal);

	const id = await client.add(buildDownload({torrent: null, nzb, title: 'The.Lamp.2024'}), signal);
	t.like((await client.list(signal))[0], {downloadId: id, title: 'The.Lamp.2024', status: 'paused', size: 1000, sizeLeft: 1000});
	await client.remove(id, {deleteData: true}, signal);
	t.deepEqual(await client.list(signal), []);

	const stranger = createNzbget({...settings, password: 'wrong'}, {http: withHttp(t)});
	t.is((await t.throwsAsync(stranger.test(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	t.is((await t.throwsAsync(async () => stranger.ping?.(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	const elsewhere = createNzbget({...settings, category: 'other'}, {http: withHttp(t)});
	t.is((await t.throwsAsync(elsewhere.test(signal), {instanceOf: Invalid}))?.code, 'category_missing');
});

peer(sabnzbdBinary)('sabnzbd takes a release, lists it and gives it up again', async t => {
	t.timeout(60_000);
	const url = await startSabnzbd(t, 'kinoteka');
	const settings = buildClientSettings({kind: 'sabnzbd', url, apiKey: sabnzbdKey, username: null, password: null, addPaused: true});
	const client = createSabnzbd(settings, {http: withHttp(t)});
	t.log(`sabnzbd ${(await client.test(signal)).version}`);
	await client.ping?.(signal);

	const id = await client.add(buildDownload({torrent: null, nzb, title: 'The.Lamp.2024'}), signal);
	t.like((await client.list(signal))[0], {downloadId: id, title: 'The.Lamp.2024', status: 'paused'});
	await client.remove(id, {deleteData: true}, signal);
	t.deepEqual(await client.list(signal), []);

	const stranger = createSabnzbd({...settings, apiKey: 'wrong'}, {http: withHttp(t)});
	t.is((await t.throwsAsync(stranger.test(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	t.is((await t.throwsAsync(async () => stranger.ping?.(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	const elsewhere = createSabnzbd({...settings, category: 'other'}, {http: withHttp(t)});
	t.is((await t.throwsAsync(elsewhere.test(signal), {instanceOf: Invalid}))?.code, 'category_missing');
});
