import test from 'ava';
import {type CountedEpisode, countEpisodes, noCounts, percentOfEpisodes} from '#shared/domain/media/episode-counts.ts';
import {toAirDateUtc} from '#shared/domain/media/library-episode.ts';

const now = new Date('2024-01-16T12:00:00Z');
const episode = (overrides: Partial<CountedEpisode> = {}): CountedEpisode => ({
	seasonNumber: 1,
	monitored: true,
	airDateUtc: new Date('2024-01-01'),
	hasFile: false,
	...overrides,
});
const future = new Date('2024-02-01');

test('monitored episodes count once they have aired, others once they have a file', t => {
	const rows: [CountedEpisode, number, number][] = [
		[episode(), 1, 0],
		[episode({hasFile: true}), 1, 1],
		[episode({monitored: false}), 0, 0],
		[episode({monitored: false, hasFile: true}), 1, 1],
		[episode({airDateUtc: future}), 0, 0],
		[episode({airDateUtc: future, hasFile: true}), 1, 1],
		[episode({airDateUtc: null}), 0, 0],
		[episode({airDateUtc: now}), 1, 0],
	];
	for (const [row, episodeCount, episodeFileCount] of rows) {
		t.like(countEpisodes([row], now), {episodeCount, episodeFileCount, totalEpisodeCount: 1});
	}
});

test('a file with several episodes takes its room once, in the series and in its season', t => {
	const both = {id: 'both', size: 700};
	const rows = [
		episode({hasFile: true, file: both}),
		episode({hasFile: true, file: both}),
		episode({seasonNumber: 2, hasFile: true, file: {id: 'one', size: 50}}),
		episode({file: null}),
	];
	const {sizeOnDisk, bySeason} = countEpisodes(rows, now);
	t.is(sizeOnDisk, 750);
	t.deepEqual([bySeason.get(1)?.sizeOnDisk, bySeason.get(2)?.sizeOnDisk], [700, 50]);
});

test('a series without episodes has nothing and is not downloaded', t => {
	t.like(countEpisodes([], now), {...noCounts, downloaded: false, nextAiring: null, previousAiring: null, countsUntil: null});
	t.is(percentOfEpisodes(noCounts), 0);
	t.is(percentOfEpisodes({episodeCount: 4, episodeFileCount: 1}), 25);
});

test('a series is downloaded when nothing is missing, whatever has not aired', t => {
	t.true(countEpisodes([episode({hasFile: true}), episode({airDateUtc: future})], now).downloaded);
	t.false(countEpisodes([episode({hasFile: true}), episode()], now).downloaded);
	t.false(countEpisodes([episode({airDateUtc: future})], now).downloaded);
});

test('specials are reported as airings only when monitored, but change the counts in any case', t => {
	const special = episode({seasonNumber: 0, monitored: false, airDateUtc: new Date('2024-01-20')});
	const counts = countEpisodes([special, episode({airDateUtc: future})], now);
	t.deepEqual([counts.nextAiring, counts.countsUntil], [future, new Date('2024-01-20')]);
	t.deepEqual(countEpisodes([{...special, monitored: true}], now).nextAiring, new Date('2024-01-20'));
});

test('an air date is its first moment, and nothing when there is no such day', t => {
	t.deepEqual(toAirDateUtc('2024-02-29'), new Date('2024-02-29T00:00:00Z'));
	for (const wrong of [null, '', '2024', '2024-13-01', 'soon']) {
		t.is(toAirDateUtc(wrong), null);
	}
});
