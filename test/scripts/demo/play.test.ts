import test from 'ava';
import {showProgress, showReleases, showSize} from '#scripts/demo/play.ts';

const megabyte = 1024 * 1024;

test('progress is a bar of one width with figures', t => {
	t.is(showProgress({size: 0, sizeleft: 0, timeleft: null}), `[${'.'.repeat(30)}]   0 %  0.0 MB of 0.0 MB`);
	t.is(
		showProgress({size: 40 * megabyte, sizeleft: 20 * megabyte, timeleft: '00:00:04'}),
		`[${'#'.repeat(15)}${'.'.repeat(15)}]  50 %  20 MB of 40 MB, 00:00:04 left`,
	);
	t.is(showProgress({size: 40 * megabyte, sizeleft: 0, timeleft: null}), `[${'#'.repeat(30)}] 100 %  40 MB of 40 MB`);
});

test('sizes below ten megabytes show a decimal', t => {
	t.is(showSize(6.25 * megabyte), '6.3 MB');
	t.is(showSize(40 * megabyte), '40 MB');
});

test('releases stand in columns, and a refused one says why once', t => {
	const release = {guid: 'a', indexerId: 'b', size: megabyte, seeders: 1, quality: {quality: 'DVD'}};
	const unwanted = {reason: 'Release rejected', detail: 'Quality DVD is not wanted'};
	t.deepEqual(
		showReleases([
			{...release, title: 'Lantern.Tide.2019.1080p-ABC', approved: true, rejections: [], rejectionDetails: []},
			{
				...release,
				title: 'Short',
				seeders: null,
				approved: false,
				rejections: ['Unknown movie', 'Release rejected'],
				rejectionDetails: [{reason: 'Unknown movie', detail: 'No movie of that name'}, unwanted, unwanted],
			},
		]),
		[
			'release                      size    seeders  quality  judgement',
			'Lantern.Tide.2019.1080p-ABC  1.0 MB  1        DVD      approved',
			'Short                        1.0 MB  ?        DVD      rejected: Unknown movie; Quality DVD is not wanted',
		],
	);
});
