import test from 'ava';
import {dataLevelOf} from '#shared/domain/folders/disk-space.ts';
import {type CheckedParts, checkFamily, checkPauses, isFailing, issuesOf} from '#shared/domain/health.ts';
import {isExpiring} from '#shared/domain/indexers/indexer-record.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');
const well: CheckedParts = {
	database: {status: 'healthy'},
	redis: {status: 'healthy'},
	indexers: {enabledCount: 3, failingCount: 0},
	downloadClients: {clients: [{status: 'ok'}]},
	subtitleProviders: {enabledCount: 0, failingCount: 0},
	notifications: {enabledCount: 0, failingCount: 0},
	definitions: {vanished: 0, faulty: 0, waiting: 0, replaced: 0, notUnderstood: 0, packageError: false},
	importLists: {enabledCount: 0, failingCount: 0},
	proxies: {enabledCount: 1, failingCount: 0},
	loginCaptchas: {needed: 0},
	patterns: {customFormats: 0, releaseProfiles: 0},
	rootFolders: {unreachable: [], silent: [], rightsRefused: [], full: [], low: []},
	workers: {missing: [], stuck: [], refused: []},
	installation: {message: null},
	machines: {lacking: []},
	pauses: checkPauses([]),
};
const reported = (parts: Partial<CheckedParts>) => issuesOf({...well, ...parts}).map(({level, code, link}) => `${level} ${code} ${link}`);

test('whatever fails or is paused after failures counts, but not what is off or has used up its limit', t => {
	t.true(isFailing({enabled: true, status: 'error'}, now));
	t.true(isFailing({enabled: true, status: 'disabled', disabledUntil: later}, now));
	t.true(isFailing({enabled: true, status: 'authorize'}, now));
	t.false(isFailing({enabled: true, status: 'rate_limited', disabledUntil: later}, now));
	t.false(isFailing({enabled: false, status: 'error'}, now));
	t.false(isFailing({enabled: true, status: 'ok', disabledUntil: now}, now));
	const all = [
		{enabled: true, status: 'error'},
		{enabled: true, status: 'ok'},
		{enabled: false, status: 'error'},
	];
	t.deepEqual(checkFamily(all, now), {status: 'degraded', enabledCount: 2, failingCount: 1});
});

test('the disk of the databases is reported before it is full, and first when it has stopped them', t => {
	const [MiB, GiB] = [1024 ** 2, 1024 ** 3];
	t.deepEqual([3 * GiB, GiB, 10 * MiB, 0].map(dataLevelOf), ['ok', 'low', 'full', 'full']);
	const withDisk = (dataDisk: 'ok' | 'low' | 'full' | null) => ({installation: {message: null, dataDisk}});
	t.deepEqual(reported(withDisk('ok')), []);
	t.deepEqual(reported(withDisk(null)), []);
	t.deepEqual(reported(withDisk('low')), ['warning data_disk_low statistics?type=disks']);
	t.deepEqual(reported({...withDisk('full'), database: {status: 'unhealthy'}}), [
		'error data_disk_full statistics?type=disks',
		'error server_down health',
	]);
});

test('what is wrong says how much it matters, what helps and where, the worst first', t => {
	t.deepEqual(issuesOf(well), []);
	const [issue] = issuesOf({...well, indexers: {enabledCount: 3, failingCount: 2}});
	t.is(issue?.reason, '2 of 3 enabled indexers fail or are paused after failures.');
	t.deepEqual(
		reported({
			indexers: {enabledCount: 3, failingCount: 2},
			rootFolders: {...well.rootFolders, unreachable: ['a'], silent: ['b']},
			importLists: {enabledCount: 1, failingCount: 1},
		}),
		[
			'error import_lists_failing settings/lists',
			'error root_folders_unreachable settings/folders',
			'warning indexers_failing settings/indexers',
			'warning root_folders_silent settings/folders',
		],
	);
	t.deepEqual(reported({downloadClients: {clients: [], onlyTagged: ['torrent']}}), [
		'notice download_clients_only_tagged settings/clients',
	]);
	t.deepEqual(reported({indexers: {enabledCount: 0, failingCount: 0}}), ['notice no_indexer settings/indexers']);
	t.deepEqual(reported({rootFolders: {...well.rootFolders, full: ['a'], low: ['b', 'c']}}), [
		'error disk_full statistics?type=disks',
		'warning disk_low statistics?type=disks',
	]);
	t.deepEqual(reported({downloadClients: {clients: [{status: 'error'}]}}), ['error download_clients_failing settings/clients']);
	t.deepEqual(reported({workers: {missing: ['grab'], stuck: ['import'], refused: []}}), [
		'error workers_missing health',
		'error workers_stuck health',
	]);
});

test('what people have paused is reported, and warned of if nobody said until when', t => {
	const indexer = {scope: 'indexer' as const, targetId: 'a', until: later};
	const library = {scope: 'library' as const, targetId: 'b', until: null};
	const all = {scope: 'all' as const, targetId: null, until: null};
	const reason = (...pauses: Parameters<typeof checkPauses>[0]) => issuesOf({...well, pauses: checkPauses(pauses)})[0]?.reason;
	t.deepEqual(reported({pauses: checkPauses([indexer])}), ['notice partly_paused queue']);
	t.is(reason(indexer), '1 indexer is paused until 2026-03-01 13:00 UTC.');
	t.deepEqual(reported({pauses: checkPauses([indexer, library])}), ['warning partly_paused queue']);
	t.is(reason(indexer, library), '1 indexer and 1 library are paused until somebody resumes them.');
	t.deepEqual(reported({pauses: checkPauses([all, library])}), ['warning everything_paused queue']);
	t.is(reason(all, library), 'Everything is paused until somebody resumes it.');
	t.is(checkPauses([all]).status, 'healthy', 'it is no failure');
});

test('a membership that ends is reported', t => {
	t.deepEqual(reported({indexers: {enabledCount: 3, failingCount: 0, expiringCount: 1}}), ['warning memberships_ending settings/indexers']);
	t.true(isExpiring({vipExpiration: '2026-03-07'}, now));
	t.true(isExpiring({vipExpiration: '2026-02-01'}, now), 'it has ended');
	t.false(isExpiring({vipExpiration: '2026-03-09'}, now));
	t.false(isExpiring({vipExpiration: null}, now));
});

test('a proxy that fails and a captcha that waits for a person are reported', t => {
	t.deepEqual(reported({proxies: {enabledCount: 2, failingCount: 1}, loginCaptchas: {needed: 1}}), [
		'warning proxies_failing settings/proxies',
		'warning login_captchas settings/indexers',
	]);
	const [issue] = issuesOf({...well, proxies: {enabledCount: 2, failingCount: 1}});
	t.is(issue?.reason, '1 of 2 enabled proxies fails or is paused after failures.');
});

test('without a server nothing else is claimed', t => {
	t.deepEqual(reported({database: {status: 'unhealthy'}, indexers: {enabledCount: 0, failingCount: 0}}), ['error server_down health']);
});
