import test from 'ava';
import {type Candidate, readRelease} from '#shared/domain/decisions/candidate.ts';
import {qualityOf} from '#shared/domain/quality/qualities.ts';
import {buildFacts, buildProfile, gigabyte, now} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const {settings} = buildFacts();
const minutesAgo = (minutes: number) => new Date(Number(now) - minutes * 60_000);

const young = {protocol: 'usenet' as const, publishDate: minutesAgo(20)};
const withAge = {...settings, minimumAgeMinutes: 30};
test('a Usenet post that is too young waits', refuses, {
	release: young,
	facts: {settings: withAge},
	detail: /20 minutes old, Usenet releases must be 30 minutes old/,
	temporary: true,
});
test('one whose date is ahead of us waits as a new one', refuses, {
	release: {...young, publishDate: minutesAgo(-90)},
	facts: {settings: withAge},
	detail: /^0 minutes old/,
	temporary: true,
});
test('an old post does not wait', accepts, {release: {...young, publishDate: minutesAgo(30)}, facts: {settings: withAge}});
test('nor does a torrent', accepts, {release: {publishDate: minutesAgo(1)}, facts: {settings: withAge}});
test('a person does not wait for the age of a post', accepts, {release: young, facts: {settings: withAge, byPerson: true}});
test('without a minimum age nothing waits', accepts, {release: {...young, publishDate: minutesAgo(-90)}});

const upTo = (maximumSizeMb: number) => ({settings: {...settings, maximumSizeMb}});
test('a release above the maximum size is refused', refuses, {
	release: {size: 6 * gigabyte + 1},
	facts: upTo(6144),
	detail: /6144 MB is above the maximum of 6144 MB/,
});
test('one of exactly the maximum size is taken', accepts, {release: {size: 6 * gigabyte}, facts: upTo(6144)});
test('one of unknown size is taken', accepts, {release: {size: 0}, facts: upTo(1)});

const required = {settings: {...settings, requiredFlagsOf: {'indexer-1': ['freeleech', 'internal'] as const, other: ['golden'] as const}}};
test('a torrent without one of the required flags is refused', refuses, {
	release: {flags: ['halfleech']},
	facts: required,
	detail: /Made up requires one of the flags freeleech, internal, it has halfleech/,
});
test('a torrent without any flag is refused', refuses, {facts: required, detail: /it has none/});
test('one of the flags is enough', accepts, {release: {flags: ['scene', 'internal']}, facts: required});
test('Usenet has no flags', accepts, {release: {protocol: 'usenet'}, facts: required});
test('another indexer requires other flags', accepts, {release: {indexerId: 'free'}, facts: required});

const nameOf = (title: string, container: string | null) => {
	const parsed = readRelease({title, container}, 'movie') as NonNullable<Candidate['parsed']>; // these titles are readable
	return `${qualityOf(parsed.quality).name} ${parsed.quality.modifier}`;
};
const bluray = 'Paper.Harbor.2019.1080p.BluRay.DTS-KITE';
const dvd = 'Paper.Harbor.2019.DVD-KITE';
test('the container shows a raw disc that the title does not name', t => {
	for (const container of ['m2ts', 'M2TS', 'ISO', 'BDMV']) {
		t.is(nameOf(bluray, container), 'Unknown brdisk', container);
	}
	for (const container of ['VOB', 'VOB IFO', 'iso']) {
		t.is(nameOf(dvd, container), 'DVD-R remux', container);
	}
	t.is(nameOf('Paper.Harbor.2019.480p-KITE', 'VOB'), 'DVD-R remux');
	t.is(nameOf('Paper.Harbor.2019.1080p.WEB-DL-KITE', 'm2ts'), 'Unknown brdisk');
	for (const container of [null, '', 'MKV', 'AVI', 'MP4', 'TS']) {
		t.is(nameOf(bluray, container), 'Bluray-1080p none', String(container));
	}
	t.is(nameOf('Paper.Harbor.2019.1080p.BluRay.REMUX.AVC-KITE', 'm2ts'), 'Remux-1080p remux');
});
test('a raw Blu-ray is refused by its container', refuses, {
	release: {title: bluray, container: 'm2ts'},
	facts: {profile: buildProfile({items: [{quality: 'Unknown', allowed: true}]})},
	detail: /A disc image is not wanted/,
});
test('a raw DVD is taken by a profile that wants raw DVDs', accepts, {
	release: {title: dvd, container: 'VOB IFO'},
	facts: {profile: buildProfile({items: [{quality: 'DVD-R', allowed: true}]})},
});
