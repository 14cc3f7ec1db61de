import test from 'ava';
import {importModeFor} from '#shared/domain/downloads/seeding-goals.ts';
import {isSample, kindOf, partPath} from '#shared/domain/imports/sort-files.ts';
import {byteLength} from '#shared/domain/naming/safe-name.ts';
import {correctedQuality, resolutionOf} from '#shared/domain/quality/qualities.ts';
import {companionName} from '#workers/import/plan/followers-of.ts';

const kinds = {
	video: ['a/Film.MKV', 'film.mp4', 'film.m2ts', 'channel.strm'],
	archive: ['film.rar', 'film.r00', 'film.r123', 'film.part01.rar', 'film.7z.001', 'film.zip'],
	dangerous: ['film.mkv.exe', 'film.scr', 'Film.lnk', 'setup.MSI'],
	other: ['film.nfo', 'film.srt', 'mkv', '.mkv', 'film'],
} as const;
for (const [kind, names] of Object.entries(kinds)) {
	test(`by its name a file is: ${kind}`, t => {
		for (const name of names) {
			t.is<string, string>(kindOf(name), kind, name);
		}
	});
}

test('a sample is small and called so, unless the film is', t => {
	const size = 20_000_000;
	const releaseTitle = 'The.Quiet.Harbour.2019';
	t.true(isSample({path: 'Sample/abc.mkv', size, releaseTitle}));
	t.true(isSample({path: 'abc-sample.mkv', size, releaseTitle}));
	t.false(isSample({path: 'abc-sample.mkv', size: 4_000_000_000, releaseTitle}));
	t.false(isSample({path: 'resampled.mkv', size, releaseTitle}));
	t.false(isSample({path: 'The.Free.Sample.2012.mkv', size, releaseTitle: 'The.Free.Sample.2012.720p'}));
});

test('subtitles take the new name of their video and keep their language', t => {
	const video = {from: 'x/The.Film.2019-NOBODY.mkv', to: '/l/The Film (2019).mkv'};
	const names = {
		'x/The.Film.2019-NOBODY.srt': 'The Film (2019).srt',
		'x/The.Film.2019-NOBODY.en.forced.srt': 'The Film (2019).en.forced.srt',
		'x/Subs/2_English.srt': 'The Film (2019).en.srt',
		'x/Subs/Commentary.eng.srt': 'The Film (2019).commentary.srt',
		'x/The.Film.2019-NOBODY_track3_[eng].srt': 'The Film (2019).en.srt',
		'x/Subs/Brazilian.por.srt': 'The Film (2019).pt-BR.srt',
		'x/Subs/3_German.forced.ass': 'The Film (2019).de.forced.ass',
		'x/Subs/..\u202eweird/7.idx': 'The Film (2019).idx',
	};
	for (const [companion, expected] of Object.entries(names)) {
		t.is(companionName(companion, video), expected);
	}
});

test('the picture’s size tells the resolution of cropped films too', t => {
	const sizes = {'3840x1600': 2160, '1920x800': 1080, '1440x1080': 1080, '1280x536': 720, '1024x576': 576, '720x400': 480, '640x272': 360};
	for (const [size, lines] of Object.entries(sizes)) {
		t.is(resolutionOf(size), lines as never, size);
	}
	t.is(resolutionOf(null), 0);
	t.is(resolutionOf('nonsense'), 0);
});

test('a title that promises more than its file has is corrected, one without a file’s word is not', t => {
	const parsed = {source: 'bluray', resolution: 2160, modifier: 'remux', version: 1, real: 0, repack: false} as const;
	t.is(correctedQuality(parsed, '1920x1080').name, 'Remux-1080p');
	t.is(correctedQuality(parsed, null).name, 'Remux-2160p');
});

test('torrents are linked and usenet is moved unless the user says otherwise', t => {
	const torrent = {protocol: 'torrent', removable: false} as const;
	const usenet = {protocol: 'usenet', removable: true} as const;
	t.deepEqual(importModeFor({...torrent, setting: 'hardlink', isChosen: false}), {mode: 'hardlink', mayCopy: true});
	t.deepEqual(importModeFor({...usenet, setting: 'hardlink', isChosen: false}), {mode: 'move', mayCopy: true});
	t.deepEqual(importModeFor({...usenet, setting: 'copy', isChosen: true}), {mode: 'copy', mayCopy: true});
	t.deepEqual(importModeFor({...usenet, setting: 'hardlinkOnly', isChosen: true}), {mode: 'hardlink', mayCopy: false});
	t.deepEqual(importModeFor({...torrent, removable: true, setting: 'move', isChosen: true}), {mode: 'move', mayCopy: true});
});

test('what still seeds is never moved away', t => {
	t.is(importModeFor({protocol: 'torrent', removable: false, setting: 'move', isChosen: true}).mode, 'hardlink');
});

test('a part’s name fits into a segment however long the film’s is', t => {
	const name = partPath(`/a/${'é'.repeat(125)}.mkv`, 2, 'mkv').slice(3);
	t.true(name.endsWith(' - part2.mkv'));
	t.true(byteLength(name) <= 255);
});
