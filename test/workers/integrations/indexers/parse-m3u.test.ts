import test from 'ava';
import {processorMs} from '#test/helpers/processor-ms.ts';
import {parseM3u} from '#workers/integrations/indexers/m3u-indexer.ts';

const list = `\uFEFF#EXTM3U x-tvg-url="http://epg.test/a.xml, http://epg.test/b.xml" url-tvg=http://epg.test/c.xml\r
  #EXTINF:-1 tvg-ID="ONE" tvg-logo="http://pics.test/1,2.png" group-title="News",Channel One, the first\r
  #EXTGRP:Weather\r
  #EXTVLCOPT:http-user-agent="Player/1"\r
  #KODIPROP:inputstream=adaptive\r
  http://tv.test/1.m3u8\r

======== a line of somebody ========
#EXTINF:12.5 tvg-name="Two" catchup-days=3,

stream/2.m3u8|User-Agent=Other&Referer=http%3A%2F%2Ftv.test%2F
#EXTINF:0,Channel One, the first
#EXTVLCOPT:http-referrer=http://tv.test/
rtsp://tv.test/3
#EXTINF:-1,Without an address
`;

test('an extended list is read through all that stands between its lines', t => {
	const playlist = parseM3u(list);
	t.deepEqual(playlist?.header, {'x-tvg-url': 'http://epg.test/a.xml, http://epg.test/b.xml', 'url-tvg': 'http://epg.test/c.xml'});
	t.deepEqual(playlist?.channels, [
		{
			name: 'Channel One, the first',
			url: 'http://tv.test/1.m3u8',
			line: 2,
			duration: -1,
			attributes: {'tvg-id': 'ONE', 'tvg-logo': 'http://pics.test/1,2.png', 'group-title': 'News'},
			id: 'ONE',
			logo: 'http://pics.test/1,2.png',
			group: 'Weather',
			userAgent: 'Player/1',
			referrer: null,
		},
		{
			name: 'Two',
			url: 'stream/2.m3u8',
			line: 9,
			duration: 12.5,
			attributes: {'tvg-name': 'Two', 'catchup-days': '3'},
			id: null,
			logo: null,
			group: null,
			userAgent: 'Other',
			referrer: 'http://tv.test/',
		},
		{
			name: 'Channel One, the first',
			url: 'rtsp://tv.test/3',
			line: 12,
			duration: 0,
			attributes: {},
			id: null,
			logo: null,
			group: null,
			userAgent: null,
			referrer: 'http://tv.test/',
		},
	]);
});

test('an odd quote does not lose the name', t => {
	t.is(parseM3u('#EXTM3U\n#EXTINF:-1 tvg-name="Odd,Real Name\nhttp://tv.test/1')?.channels[0]?.name, 'Real Name');
});

test('a list without its first line is read, another text is none', t => {
	t.is(parseM3u('#EXTINF:-1,One\nhttp://tv.test/1')?.channels.length, 1);
	t.is(parseM3u('<html></html>'), null);
	t.is(parseM3u(''), null);
});

test('hostile lines take no time', async t => {
	const line = `#EXTINF:-1 ${'a="b='.repeat(4000)}`;
	const ms = await processorMs(() => t.is(parseM3u(`#EXTM3U\n${`${line}\n`.repeat(50)}`)?.channels.length, 0));
	t.true(ms < 1000);
});
