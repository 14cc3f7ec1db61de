import {randomBytes} from 'node:crypto';
import test from 'ava';
import {Unclear, UpstreamFailed} from '#shared/errors.ts';
import {createKeptFiles} from '#shared/store/downloads/release-cache.ts';
import {later, usenetLine} from '#test/helpers/grab-line.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const fetches = ({requests}: {requests: readonly {pathname: string}[]}) =>
	requests.filter(({pathname}) => pathname.includes('download')).length;

/** A client that lists its downloads and then is gone. */
function goesAway(deps: WorkerDeps): WorkerDeps {
	return {
		...deps,
		openDownloadClient: settings => ({
			...deps.openDownloadClient(settings),
			add: async () => {
				throw new UpstreamFailed('connection_refused', 'Nobody answers there.');
			},
		}),
	};
}

test('a file that was fetched before its client went away is not fetched again', async t => {
	const {deps, run, request, site, sab, queue} = await usenetLine(t);
	for (const _ of [1, 2]) {
		await t.throwsAsync(handleGrabRelease(request('good'), goesAway(deps), run()), {code: 'download_client_away'});
	}
	t.deepEqual(await queue(), []);
	await handleGrabRelease(request('good'), deps, run());
	t.is(fetches(site), 1);
	t.is(sab.queue.length, 1);

	const [item] = await queue();
	t.is(await deps.keptFiles.find(item?.release ?? {indexerId: '', guid: ''}), null, 'the client has it now');
});

test('the tries of a grab without an answer share one file', async t => {
	const {deps, run, request, site, sab, queue} = await usenetLine(t);
	sab.mood = 'losesIt';
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: Unclear});
	const [item] = await queue();
	const again = async (minutes: number) => {
		await deps.downloads.change(item?.id ?? '', {
			sending: {key: null, tries: 1, token: 'a dead worker', until: new Date(0)},
			retryAt: null,
		});
		await handleRetryDownload({queueItemId: item?.id ?? ''}, later(deps, minutes), run());
	};
	await again(5);
	sab.mood = 'answers';
	await again(10);
	t.is(fetches(site), 1);
	t.like(await queue(), [{transfer: {downloadId: 'SABnzbd_nzo_3'}}]);
});

test('a file that the client refuses is fetched anew', async t => {
	const {deps, run, request, site, sab} = await usenetLine(t);
	sab.mood = 'refuses';
	for (const _ of [1, 2]) {
		await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {code: 'download_refused'});
	}
	t.is(fetches(site), 2);
});

test('kept files are whole, few, small and unreadable for others', async t => {
	const {deps} = await usenetLine(t);
	const kept = createKeptFiles({redis: deps.producer, prefix: deps.prefix, secrets: deps.secrets});
	const torrent = Buffer.from('d8:announce26:http://t.example/?key=abc4:infod4:name1:xee');
	const fetched = {magnetUrl: null, torrent, nzb: null, infoHash: 'ab'.repeat(20), leftOut: {trackers: 1, webSeeds: 0, peers: 0}};
	for (let number = 1; number <= 14; number += 1) {
		await kept.keep({indexerId: 'site', guid: `r${number}`}, fetched);
	}
	t.is(await kept.find({indexerId: 'site', guid: 'r1'}), null);
	const found = await kept.find({indexerId: 'site', guid: 'r14'});
	t.deepEqual({...found, torrent: Buffer.from(found?.torrent ?? [])}, fetched);
	const keys = await deps.producer.keys(`${deps.prefix}:fetched-file:*`);
	t.is(keys.length, 12);
	t.notRegex(String(await deps.producer.get(keys[0] ?? '')), /announce|torrent/);
	t.true((await deps.producer.pttl(keys[0] ?? '')) > 0);

	await kept.keep({indexerId: 'site', guid: 'large'}, {...fetched, torrent: null, nzb: randomBytes(5_000_000)});
	t.is(await kept.find({indexerId: 'site', guid: 'large'}), null);
});
