import test from 'ava';
import {MongoClient} from 'mongodb';
import {torrentLine} from '#test/helpers/grab-line.ts';
import {ownMongodb} from '#test/helpers/line/own-servers.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';

test('once a client has a release, a new primary of MongoDB is waited for', async t => {
	const {url} = await ownMongodb(t);
	const {deps, run, qbittorrent, request, queue} = await torrentLine(t, undefined, url);
	const admin = new MongoClient(url);
	t.teardown(() => admin.close());
	const openDownloadClient: typeof deps.openDownloadClient = settings => {
		const client = deps.openDownloadClient(settings);
		return {
			...client,
			async add(download, signal) {
				const id = await client.add(download, signal);
				await admin.db('admin').command({replSetStepDown: 4, secondaryCatchUpPeriodSecs: 0, force: true});
				return id;
			},
		};
	};
	const {queueId} = await handleGrabRelease(request('good'), {...deps, openDownloadClient}, run());
	t.is(qbittorrent.torrents.length, 1);
	t.like(await queue(), [{id: queueId, transfer: {downloadId: 'ab'.repeat(20)}}]);
});
