import test from 'ava';
import {defaultProfileName, defaultProfiles, itemName, rankOf} from '#shared/domain/quality/profiles.ts';
import {describeQuality, getQuality, qualities, qualityNames, qualityOf} from '#shared/domain/quality/qualities.ts';
import type {Modifier, ParsedQuality, Resolution, Source} from '#shared/domain/release/parsed-title.ts';
import {profileCalled} from '#test/helpers/build-release.ts';

test('the scores of the interface hold', t => {
	const scores = {
		'Bluray-2160p': 100,
		'WEBDL-2160p': 90,
		'Bluray-1080p': 80,
		'WEBDL-1080p': 70,
		'HDTV-1080p': 60,
		'Bluray-720p': 50,
		'WEBDL-720p': 40,
		'HDTV-720p': 30,
		DVD: 20,
		SDTV: 10,
	};
	const known: Record<string, number> = Object.fromEntries(qualities.map(({name, score}) => [name, score]));
	t.deepEqual(Object.fromEntries(Object.keys(scores).map(name => [name, known[name]])), scores);
});

test('scores fall and ranks are distinct from best to worst', t => {
	t.is(qualities.length, 26);
	for (const [index, {score, rank}] of qualities.entries()) {
		t.true(score <= (qualities[index - 1]?.score ?? 100));
		t.is(rank, 25 - index);
	}
});

test('a quality is found by its name', t => {
	t.is(getQuality('DVD').score, 20);
});

const stands = test.macro<[Source, Resolution, Modifier, string]>({
	exec(t, source, resolution, modifier, name) {
		const quality: ParsedQuality = {source, resolution, modifier, version: 1, real: 0, repack: false};
		t.is<string, string>(qualityOf(quality).name, name);
	},
	title: (_, source, resolution, modifier, name) => `${source} ${resolution} ${modifier} stands for ${name}`,
});

test(stands, 'bluray', 2160, 'remux', 'Remux-2160p');
test(stands, 'bluray', 0, 'remux', 'Remux-1080p');
test(stands, 'bluray', 720, 'remux', 'Bluray-720p');
test(stands, 'bluray', 1080, 'none', 'Bluray-1080p');
test(stands, 'bluray', 0, 'none', 'Bluray-720p');
test(stands, 'bluray', 576, 'none', 'Bluray-576p');
test(stands, 'bluray', 540, 'none', 'Bluray-480p');
test(stands, 'bluray', 1080, 'brdisk', 'Unknown');
test(stands, 'webdl', 2160, 'none', 'WEBDL-2160p');
test(stands, 'webdl', 0, 'none', 'WEBDL-480p');
test(stands, 'webrip', 576, 'none', 'WEBRip-480p');
test(stands, 'tv', 1080, 'none', 'HDTV-1080p');
test(stands, 'tv', 0, 'rawhd', 'HDTV-1080p');
test(stands, 'tv', 480, 'none', 'SDTV');
test(stands, 'dvd', 0, 'none', 'DVD');
test(stands, 'dvd', 480, 'remux', 'DVD-R');
test(stands, 'dvd', 480, 'screener', 'Telecine');
test(stands, 'cam', 1080, 'none', 'CAM');
test(stands, 'telesync', 0, 'none', 'Telesync');
test(stands, 'telecine', 0, 'none', 'Telecine');
test(stands, 'workprint', 0, 'none', 'Workprint');
test(stands, 'unknown', 2160, 'none', 'HDTV-2160p');
test(stands, 'unknown', 480, 'none', 'SDTV');
test(stands, 'unknown', 0, 'none', 'Unknown');

test('the first start has six profiles, each with a cutoff that it allows', t => {
	t.deepEqual(
		defaultProfiles.map(({name}) => name),
		[defaultProfileName, 'Any', 'SD', 'HD-720p', 'HD - 720p/1080p', 'Ultra-HD'],
	);
	for (const {items, cutoff, name} of defaultProfiles) {
		t.true(items.find(item => itemName(item) === cutoff)?.allowed, name);
	}
});

test('a default profile places every quality, and WEB sources of one size are equal', t => {
	const profile = profileCalled('HD-1080p');
	t.true(qualityNames.every(name => rankOf(profile, name).rank > 0));
	t.deepEqual(rankOf(profile, 'WEBDL-1080p'), rankOf(profile, 'WEBRip-1080p'));
	t.deepEqual(
		qualityNames.filter(name => rankOf(profile, name).allowed),
		['Remux-1080p', 'Bluray-1080p', 'WEBDL-1080p', 'WEBRip-1080p', 'HDTV-1080p'],
	);
});

const words = ({resolution, source, modifier}: ReturnType<typeof describeQuality>) => [resolution, source, modifier];

test('a quality is described in the words of the interface', t => {
	t.deepEqual(describeQuality(getQuality('WEBDL-2160p'), 'Paper.Harbor.2019.2160p.WEB-DL.HDR10Plus.H.265-KITE'), {
		quality: 'WEBDL-2160p',
		resolution: '2160p',
		source: 'WEB',
		modifier: 'HDR',
	});
	t.deepEqual(words(describeQuality(getQuality('Remux-2160p'), 'Paper.2160p.REMUX.DV.HEVC')), ['2160p', 'Bluray', 'REMUX']);
	t.deepEqual(words(describeQuality(getQuality('Bluray-2160p'), 'Paper.2160p.BluRay.DV.HDR.x265')), ['2160p', 'Bluray', 'DV']);
	t.deepEqual(words(describeQuality(getQuality('HDTV-720p'), 'Paper.720p.HDTV.HEVC')), ['720p', 'HDTV', 'x265']);
	t.deepEqual(words(describeQuality(getQuality('DVD'), 'Paper.DVDRip.XviD-DVDR')), ['480p', 'DVD', null]);
	t.deepEqual(words(describeQuality(getQuality('SDTV'), 'Paper.PDTV')), ['480p', 'SDTV', null]);
	t.deepEqual(words(describeQuality(getQuality('Unknown'), 'Paper')), [null, null, null]);
});
