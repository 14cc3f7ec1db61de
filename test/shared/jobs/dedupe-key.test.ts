import test from 'ava';
import {dedupeKeyOf} from '#shared/jobs/client.ts';
import {checkConnection} from '#shared/jobs/connections.ts';
import {importDownload} from '#shared/jobs/import.ts';
import {readSubtitles, readUnreadSubtitles} from '#shared/jobs/subtitles.ts';

test('the key of a job is made of the fields that its declaration names', t => {
	t.is(dedupeKeyOf(importDownload, {queueItemId: 'a-1'}), 'a-1');
	t.is(dedupeKeyOf(checkConnection, {family: 'indexers', recordId: 'b'} as never), 'indexers-b');
	t.is(dedupeKeyOf(readUnreadSubtitles, {}), 'all', 'one job of the name at a time');
	const keys = [{type: 'movie', id: 'a'} as const, {id: 'a', type: 'movie'} as const, {type: 'episode', id: 'a'} as const].map(owner =>
		dedupeKeyOf(readSubtitles, {owner}),
	);
	t.is(keys[0], keys[1] ?? null);
	t.not(keys[0], keys[2] ?? null);
});
