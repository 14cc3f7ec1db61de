import test from 'ava';
import {parseGuidePath, readGuideFile} from '#shared/domain/guide/read-guide-file.ts';
import {itemName} from '#shared/domain/quality/profiles.ts';
import {guideFormat, guidePath, guideProfile, guideSizes} from '#test/helpers/made-up-guide.ts';

test('files of a guide are known by their path, and others are left alone', t => {
	t.deepEqual(parseGuidePath(guidePath('format', 'dv-hdr10plus', 'sonarr')), {program: 'sonarr', kind: 'format', file: 'dv-hdr10plus'});
	t.like(parseGuidePath('json/radarr/quality-size/movie.json'), {kind: 'sizes'});
	for (const path of ['docs/json/radarr/naming/names.json', 'docs/json/lidarr/cf/a.json', 'docs/json/radarr/cf/a.md', 'radarr/cf/a.json']) {
		t.is(parseGuidePath(path), null, path);
	}
});

const place = (kind: 'format' | 'profile' | 'sizes', program: 'radarr' | 'sonarr' = 'radarr') => ({program, kind, file: 'a-file'});

test('a format has its conditions and its scores by set', t => {
	const item = readGuideFile(place('format'), {
		...guideFormat('Larks', {scores: {default: 50, loud: -10}}),
		trash_description: 'A <b>fine</b><br>group',
	});
	t.like(item, {
		kind: 'format',
		name: 'Larks',
		description: 'A fine group',
		fault: null,
		scores: [
			{set: 'default', score: 50},
			{set: 'loud', score: -10},
		],
	});
	t.is(item.kind === 'format' && item.format?.conditions[0]?.kind, 'releaseGroup');
});

test('a profile is turned best first, with the names of this program and the steps that it does not name', t => {
	const read = readGuideFile(
		place('profile', 'sonarr'),
		guideProfile('Lake', {
			program: 'sonarr',
			formats: ['Larks'],
			trash_score_set: 'loud',
			cutoff: 'Bluray-1080p Remux',
			items: [
				{name: 'Unknown', allowed: false},
				{name: 'Raw-HD', allowed: true},
				{name: 'WEB', allowed: true, items: ['WEBDL-1080p', 'WEBRip-1080p']},
				{name: 'Bluray-1080p Remux', allowed: true},
			],
		}),
	);
	if (read.kind !== 'profile' || !read.profile) {
		return t.fail(read.fault ?? '');
	}
	t.like(read, {scoreSet: 'loud', leftOut: ['Raw-HD']});
	t.like(read.profile, {cutoff: 'Remux-1080p', language: 'any', minUpgradeFormatScore: 1});
	t.deepEqual(read.profile.items.slice(0, 3).map(itemName), ['Remux-1080p', 'WEB', 'Unknown']);
	t.deepEqual(read.profile.items.filter(({allowed}) => allowed).map(itemName), ['Remux-1080p', 'WEB']);
	t.true(
		read.profile.items.some(item => itemName(item) === 'CAM'),
		'a person may still want it',
	);
	const bestFirst = readGuideFile(place('profile'), guideProfile('Best first', {items: [...guideProfile('').items].reverse()}));
	t.is(bestFirst.kind === 'profile' && itemName(bestFirst.profile!.items[0]!), 'Bluray-1080p'); // it has items
});

test('languages of profiles are those of releases', t => {
	const languageOf = (language: unknown) => {
		const read = readGuideFile(place('profile'), guideProfile('Any', {language}));
		return read.kind === 'profile' ? read.profile?.language : null;
	};
	t.deepEqual(['Any', 'Original', 'German', 'Portuguese (Brazil)', undefined].map(languageOf), [
		'any',
		'original',
		'german',
		'portuguese-brazil',
		'original',
	]);
});

test('sizes at the end of the slider have no limit', t => {
	const read = readGuideFile(
		place('sizes'),
		guideSizes('movie', [
			{quality: 'Bluray-1080p', min: 50.8, preferred: 1999, max: 2000},
			{quality: 'WEBDL-1080p', min: 12.5, preferred: 84.7, max: 85.7},
			{quality: 'SDTV', min: 9, preferred: 8, max: 7},
		]),
	);
	t.deepEqual(read.kind === 'sizes' && read.sizes, [
		{quality: 'Bluray-1080p', minimum: 50.8, preferred: null, maximum: null},
		{quality: 'WEBDL-1080p', minimum: 12.5, preferred: 84.7, maximum: 85.7},
	]);
});

test('what cannot be used has a fault', t => {
	const faults = [
		readGuideFile(place('format'), null),
		readGuideFile(place('format'), {...guideFormat('Odd'), trash_id: '../x'}),
		readGuideFile(place('format'), {...guideFormat('Odd'), specifications: [{implementation: 'MoonSpecification'}]}),
		readGuideFile(place('profile'), guideProfile('Odd', {cutoff: 'WORKPRINT'})),
		readGuideFile(place('profile'), guideProfile('Odd', {items: 7})),
		readGuideFile(place('sizes'), guideSizes('movie', [])),
	].map(({key, fault}) => [key.split('/')[2], fault]);
	t.deepEqual(
		faults.map(([, fault]) => fault),
		[
			'it has no `trash_id`',
			'it has no `trash_id`',
			'the condition kind MoonSpecification is not known',
			'its cutoff is not one of its allowed qualities',
			'it allows no quality that is known here',
			'it has no size of a quality that is known here',
		],
	);
	t.is(faults[0]?.[0], 'a-file');
});
