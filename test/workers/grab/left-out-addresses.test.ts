import test from 'ava';
import {torrentItem, torrentLine} from '#test/helpers/grab-line.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';

test('the queue says how many private trackers a torrent lost, whatever its client, and forgets it once they are allowed', async t => {
	const item = torrentItem('good', 'ab');
	const trackers = ['http://192.168.1.5:6969/announce', 'udp://10.0.0.1:80'].map(url => `tr=${encodeURIComponent(url)}`);
	const magnetUrl = `${item.magnetUrl}&${trackers.join('&')}`;
	const {deps, run, request, queue, qbittorrent} = await torrentLine(t, [{...item, magnetUrl}]);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	const [held] = await queue();
	const [text = ''] = held?.statusMessages[0]?.messages ?? [];
	t.regex(text, /2 trackers of this torrent in your home network were not used\. .*Access and network/);
	t.false(text.includes('192.168'));
	t.is(held?.statusMessages[0]?.title, held?.release.title);

	await deps.settings.set('security.allowPrivateNetworks', true, new Date());
	qbittorrent.torrents = [];
	await deps.downloads.move(queueId, 'failedPending', {status: 'failed'});
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.like((await queue())[0], {state: 'downloading', statusMessages: []});
});
