import test from 'ava';
import {seedGoalsOf, seedTimeOf} from '#shared/domain/downloads/seeding-goals.ts';

test('packs of a season seed for a time of their own, if the indexer has one', t => {
	const both = {seedTimeMinutes: 60, seasonPackSeedTimeMinutes: 600};
	t.is(seedTimeOf('seasonPack', both), 600);
	t.is(seedTimeOf('singleEpisode', both), 60);
	t.is(seedTimeOf(null, both), 60);
	t.is(seedTimeOf('seasonPack', {...both, seasonPackSeedTimeMinutes: null}), 60);
	t.is(seedTimeOf('seasonPack', {...both, seasonPackSeedTimeMinutes: 0}), 0);
});

test('a torrent seeds as the settings say, and never less than its site wants', t => {
	const judgement = {releaseTraits: null};
	const own = {seedRatio: 1, seedTimeMinutes: 600, seasonPackSeedTimeMinutes: null};
	const nothing = {seedRatio: null, seedTimeMinutes: null, seasonPackSeedTimeMinutes: null};
	const minimumSeeding = {ratio: 2, minutes: 60};
	t.deepEqual(seedGoalsOf({judgement, minimumSeeding}, own), {seedRatio: 2, seedTimeMinutes: 600});
	t.deepEqual(seedGoalsOf({judgement, minimumSeeding}, nothing), {seedRatio: 2, seedTimeMinutes: 60});
	t.deepEqual(seedGoalsOf({judgement}, own), {seedRatio: 1, seedTimeMinutes: 600});
	t.deepEqual(seedGoalsOf({judgement}, nothing), {seedRatio: null, seedTimeMinutes: null});
	t.deepEqual(seedGoalsOf({judgement, minimumSeeding: {ratio: null, minutes: 60}}, null), {seedRatio: null, seedTimeMinutes: 60});
});
