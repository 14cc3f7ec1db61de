import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {buildClientSettings, buildDownload} from '#test/helpers/build-download.ts';
import {nzbgetBinary, startNzbget} from '#test/helpers/peers/nzbget.ts';
import {isInstalled} from '#test/helpers/peers/program.ts';
import {peerLogin} from '#test/helpers/peers/qbittorrent.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createNzbget} from '#workers/integrations/download-clients/nzbget/nzbget-client.ts';

const signal = AbortSignal.timeout(60_000);
const nzb = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<nzb xmlns="http://www.newzbin.com/DTD/2003/nzb"><file poster="p@test.invalid" date="1700000000" subject="&quot;The.Lamp.mkv&quot; (1/1)">
<groups><group>alt.binaries.test</group></groups><segments><segment bytes="1000" number="1">part1@test.invalid</segment></segments></file></nzb>`);

const serial = isInstalled(nzbgetBinary) ? test.serial : test.serial.skip;
if (!isInstalled(nzbgetBinary)) {
	console.warn(`Skipping nzbget: ${nzbgetBinary} is not installed (apt-get install ${nzbgetBinary}).`);
}

serial('nzbget takes a release, lists it and gives it up again', async t => {
	t.timeout(60_000);
	const url = await startNzbget(t, 'kinoteka');
	const settings = buildClientSettings({...peerLogin, kind: 'nzbget', url, addPaused: true});
	const client = createNzbget(settings, {http: withHttp(t)});
	t.log(`nzbget ${(await client.test(signal)).version}`);

	const id = await client.add(buildDownload({torrent: null, nzb, title: 'The.Lamp.2024'}), signal);
	t.like((await client.list(signal))[0], {downloadId: id, title: 'The.Lamp.2024', status: 'paused', size: 1000, sizeLeft: 1000});
	await client.remove(id, {deleteData: true}, signal);
	t.deepEqual(await client.list(signal), []);

	const stranger = createNzbget({...settings, password: 'wrong'}, {http: withHttp(t)});
	t.is((await t.throwsAsync(stranger.test(signal), {instanceOf: Invalid}))?.code, 'authentication_failed');
	const elsewhere = createNzbget({...settings, category: 'other'}, {http: withHttp(t)});
	t.is((await t.throwsAsync(elsewhere.test(signal), {instanceOf: Invalid}))?.code, 'category_missing');
});
