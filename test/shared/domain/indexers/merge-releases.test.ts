import test from 'ava';
import {mergeReleases} from '#shared/domain/indexers/merge-releases.ts';

const offer = (guid: string, infoHash: string | null, indexerPriority: number) => ({guid, infoHash, indexerPriority});

test('of the same hash or guid the better indexer stays, in the order of arrival', t => {
	const [slow, fast] = [offer('a', 'h1', 30), offer('b', 'h1', 10)];
	const [first, second] = [offer('c', null, 20), offer('c', 'h2', 20)];
	const alone = offer('d', null, 50);
	t.deepEqual(mergeReleases([alone, slow, fast, first, second]), [alone, fast, first]);
});

test('releases without a hash are told apart by guid alone', t => {
	const both = [offer('a', null, 1), offer('b', null, 1)];
	t.deepEqual(mergeReleases(both), both);
});
