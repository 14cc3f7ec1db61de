import test from 'ava';
import {seedTimeOf} from '#shared/domain/indexers/indexer-record.ts';

test('packs of a season seed for a time of their own, if the indexer has one', t => {
	const both = {seedTimeMinutes: 60, seasonPackSeedTimeMinutes: 600};
	t.is(seedTimeOf('seasonPack', both), 600);
	t.is(seedTimeOf('singleEpisode', both), 60);
	t.is(seedTimeOf(null, both), 60);
	t.is(seedTimeOf('seasonPack', {...both, seasonPackSeedTimeMinutes: null}), 60);
	t.is(seedTimeOf('seasonPack', {...both, seasonPackSeedTimeMinutes: 0}), 0);
});
