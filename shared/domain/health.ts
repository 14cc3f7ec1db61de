import type {DataLevel} from './folders/disk-space.ts';
import type {ActivePause, PauseScope} from './pauses.ts';

export const healthStatuses = ['healthy', 'degraded', 'unhealthy'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

export const issueLevels = ['notice', 'warning', 'error'] as const;
export type IssueLevel = (typeof issueLevels)[number];

/** Something that is wrong, in words that anybody may read: it names no address and no path. */
export interface HealthIssue {
	/** The check that found it. */
	check: string;
	level: IssueLevel;
	/** For programs, such as `indexers_failing`. */
	code: string;
	reason: string;
	/** What to do about it. */
	remedy: string;
	/** Where on the page it can be fixed, such as `settings/indexers`. */
	link: string;
}

/** What the health of a provider depends on. */
export interface Watched {
	enabled: boolean;
	status: string;
	/** No request is sent before this time. */
	disabledUntil?: Date | null;
}

/** A used-up limit is not a failure. A pause after failures is one, whatever the status says. */
export function isFailing({enabled, status, disabledUntil = null}: Watched, now: Date): boolean {
	const isPaused = disabledUntil !== null && disabledUntil > now && status !== 'rate_limited';
	return enabled && (status === 'error' || status === 'authorize' || isPaused);
}

/** How many of the enabled providers of one family fail. */
export function checkFamily(all: readonly Watched[], now: Date) {
	const failingCount = all.filter(each => isFailing(each, now)).length;
	const status: HealthStatus = failingCount > 0 ? 'degraded' : 'healthy';
	return {status, enabledCount: all.filter(({enabled}) => enabled).length, failingCount};
}

interface FamilyCheck {
	enabledCount: number;
	failingCount: number;
}

/** Numbers of indexers. */
interface DefinitionsCheck {
	vanished: number;
	faulty: number;
	waiting: number;
	replaced: number;
	notUnderstood: number;
	/** The package could not be taken. */
	packageError: boolean;
}

/** What people have paused. */
export interface PausesCheck {
	/** Everything. */
	all: boolean;
	/** Numbers of what is paused by itself. */
	downloadClients: number;
	indexers: number;
	libraries: number;
	/** A move holds back what is grabbed by itself. */
	move: boolean;
	/** When the last of them ends by itself, in ISO 8601; null if one has no end, or nothing is paused. */
	until: string | null;
	/** At least one of them lasts until it is resumed. */
	isEndless: boolean;
}

/** A pause is not a failure, so its status is always healthy. */
export function checkPauses(pauses: readonly ActivePause[]): PausesCheck & {status: HealthStatus} {
	const count = (scope: PauseScope) => pauses.filter(each => each.scope === scope).length;
	const isEndless = pauses.some(({until}) => until === null);
	const last = pauses.flatMap(({until}) => until ?? []).toSorted((a, b) => Number(b) - Number(a))[0] ?? null;
	return {
		status: 'healthy',
		all: count('all') > 0,
		downloadClients: count('downloadClient'),
		indexers: count('indexer'),
		libraries: count('library'),
		move: count('move') > 0,
		until: isEndless ? null : (last?.toISOString() ?? null),
		isEndless,
	};
}

export interface CheckedParts {
	database: {status: HealthStatus};
	/** `refusal`: why it does nothing although it answers. */
	redis: {status: HealthStatus; refusal?: {fact: string; remedy: string} | null};
	/** `expiringCount`: those whose membership ends soon, or has ended. */
	indexers: FamilyCheck & {expiringCount?: number};
	/** `onlyTagged`: protocols whose enabled clients all have tags. */
	downloadClients: {clients: readonly {status: string}[]; onlyTagged?: readonly string[]};
	subtitleProviders: FamilyCheck;
	notifications: FamilyCheck;
	importLists: FamilyCheck;
	proxies: FamilyCheck;
	/** Indexers whose login waits for a person to solve a captcha. */
	loginCaptchas: {needed: number};
	definitions: DefinitionsCheck;
	/** Numbers of those with a pattern that counts as no match. */
	patterns: {customFormats: number; releaseProfiles: number};
	/** `full`, `low`: on a disk with no room for imports, or with little. */
	rootFolders: Record<'unreachable' | 'silent' | 'rightsRefused' | 'full' | 'low', readonly string[]>;
	workers: {missing: readonly string[]; stuck: readonly string[]; refused: readonly unknown[]};
	machines: {lacking: readonly {machine: string; folder: string}[]};
	/** `dataDisk`: how the disk of DATA_DIR is doing. */
	installation: {message: string | null; dataDisk?: DataLevel | null};
	pauses: PausesCheck;
}

const families = [
	['subtitleProviders', 'subtitle providers', 'settings/subtitle-providers'],
	['notifications', 'receivers of notifications', 'settings/notifications'],
	['importLists', 'import lists', 'settings/lists'],
	['proxies', 'proxies', 'settings/proxies'],
] as const;

const noAnswer = {
	level: 'error',
	code: 'server_down',
	remedy: 'Start it, and check its address; everything waits until it answers.',
	link: 'health',
} as const;

/** What is wrong, the worst first. Nothing if all is well; without its database nothing else is known. */
export function issuesOf(parts: CheckedParts): HealthIssue[] {
	const away = (['database', 'redis'] as const).filter(server => parts[server].status === 'unhealthy');
	if (away.length > 0) {
		const {refusal} = parts.redis;
		const servers = away.map(check =>
			check === 'redis' && refusal
				? {check, ...noAnswer, reason: `Redis takes no commands: ${refusal.fact}`, remedy: refusal.remedy}
				: {check, ...noAnswer, reason: `${check === 'redis' ? 'Redis' : 'MongoDB'} does not answer.`},
		);
		// A server that has no room does not start.
		return [...ofDataDisk(parts.installation), ...servers];
	}
	const {indexers, downloadClients, rootFolders, workers, installation} = parts;
	const failingClients = downloadClients.clients.filter(({status}) => status === 'error').length;
	const issues: HealthIssue[] = [
		...ofIndexers(indexers),
		...ofMemberships(indexers.expiringCount ?? 0),
		...ofMany(
			'downloadClients',
			'download clients',
			{enabledCount: downloadClients.clients.length, failingCount: failingClients},
			'settings/clients',
		),
		...ofTaggedClients(downloadClients.onlyTagged ?? []),
		...families.flatMap(([check, name, link]) => ofMany(check, name, parts[check], link)),
		...ofCaptchas(parts.loginCaptchas.needed),
		...ofDefinitions(parts.definitions),
		...ofPatterns(parts.patterns),
		...counted('rootFolders', 'root_folders_unreachable', rootFolders.unreachable, {
			level: 'error',
			reason: 'A root folder cannot be reached.',
			remedy: 'Check its disk or mount; until then nothing is imported there and nothing of it is deleted.',
			link: 'settings/folders',
		}),
		...counted('rootFolders', 'root_folders_silent', rootFolders.silent, {
			level: 'warning',
			reason: 'The disk of a root folder has not answered for a while: the machine is busy, or the disk is away.',
			remedy:
				'Check its disk or mount, and that a worker of the pool disks runs. It is asked again and again; nothing of it counts as missing.',
			link: 'settings/folders',
		}),
		...counted('rootFolders', 'rights_refused', rootFolders.rightsRefused, {
			level: 'warning',
			reason: 'The mode or group of new files cannot be set in a root folder.',
			remedy: 'Change the setting, or the owner of the folder.',
			link: 'settings/media',
		}),
		...ofDisks('full', rootFolders.full),
		...ofDisks('low', rootFolders.low),
		...counted('workers', 'workers_missing', workers.missing, {
			level: 'error',
			reason: `No worker runs of: ${workers.missing.join(', ')}.`,
			remedy: 'Start these workers; their jobs wait meanwhile.',
			link: 'health',
		}),
		...counted('workers', 'workers_stuck', [...workers.stuck, ...workers.refused], {
			level: 'error',
			reason: 'Workers are stuck, or were refused at their start.',
			remedy: 'The list of processes says why; restart them.',
			link: 'health',
		}),
		...ofMachines(parts.machines.lacking),
		...ofPauses(parts.pauses),
		...ofDataDisk(installation),
		...counted('installation', 'wrong_installation', installation.message === null ? [] : [installation.message], {
			level: 'error',
			reason: installation.message ?? '',
			remedy: 'Start the service with what it names.',
			link: 'health',
		}),
	];
	return issues.toSorted((a, b) => issueLevels.indexOf(b.level) - issueLevels.indexOf(a.level));
}

function ofMachines(lacking: readonly {machine: string; folder: string}[]): HealthIssue[] {
	const byMachine = Map.groupBy(lacking, ({machine}) => machine);
	const parts = [...byMachine].map(([machine, all]) => `${machine} (${all.map(({folder}) => folder).join(', ')})`);
	return counted('machines', 'folders_missing_on_machine', lacking, {
		level: 'warning',
		reason: `A machine does not reach folders that others reach: ${parts.join('; ')}.`,
		remedy: 'Mount them there under the same path, or run the pools that need them on other machines; their jobs go to these meanwhile.',
		link: 'health',
	});
}

const disks = {
	full: ['error', 'full', 'Make room, or move titles to another disk; imports wait for it and then continue automatically.'],
	low: ['warning', 'nearly full', 'Make room, empty the recycle bin, or move titles to another disk before it is full.'],
} as const;

function ofDisks(level: keyof typeof disks, found: readonly string[]): HealthIssue[] {
	const [issueLevel, words, remedy] = disks[level];
	const reason = `${found.length === 1 ? 'The disk of a root folder is' : `The disks of ${found.length} root folders are`} ${words}.`;
	return counted('rootFolders', `disk_${level}`, found, {level: issueLevel, reason, remedy, link: 'statistics?type=disks'});
}

function ofDataDisk({dataDisk}: CheckedParts['installation']): HealthIssue[] {
	if (!dataDisk || dataDisk === 'ok') {
		return [];
	}
	const [level, words] = dataDisk === 'full' ? (['error', 'full'] as const) : (['warning', 'nearly full'] as const);
	const remedy = 'Make room: without it, MongoDB and Redis stop, and everything with them. They start again by themselves.';
	const reason = `The disk of DATA_DIR, with databases and logs, is ${words}.`;
	return [{check: 'installation', code: `data_disk_${dataDisk}`, level, reason, remedy, link: 'statistics?type=disks'}];
}

/** A pause without an end may have been forgotten. */
function ofPauses({all, isEndless, until, ...counts}: PausesCheck): HealthIssue[] {
	const named = [
		[counts.downloadClients, 'download client'],
		[counts.indexers, 'indexer'],
		[counts.libraries, 'library'],
	] as const;
	const parts = named.flatMap(([count, name]) =>
		count > 0 ? [`${count} ${count === 1 ? name : name === 'library' ? 'libraries' : `${name}s`}`] : [],
	);
	if (!all && parts.length === 0) {
		return [];
	}
	const total = all ? 1 : counts.downloadClients + counts.indexers + counts.libraries;
	const what = all ? 'Everything' : parts.join(' and ');
	const end =
		isEndless || until === null
			? ` until somebody resumes ${total === 1 ? 'it' : 'them'}`
			: ` until ${until.slice(0, 16).replace('T', ' ')} UTC${total === 1 ? '' : ' at the latest'}`;
	return [
		{
			check: 'pauses',
			level: isEndless ? 'warning' : 'notice',
			code: all ? 'everything_paused' : 'partly_paused',
			reason: `${what} ${total === 1 ? 'is' : 'are'} paused${end}.`,
			remedy: 'Meanwhile, nothing is searched, grabbed or downloaded there automatically. Resume it in the queue, under Pause.',
			link: 'queue',
		},
	];
}

function counted(check: string, code: string, found: readonly unknown[], issue: Omit<HealthIssue, 'check' | 'code'>): HealthIssue[] {
	return found.length > 0 ? [{check, code, ...issue}] : [];
}

function ofIndexers(indexers: FamilyCheck): HealthIssue[] {
	if (indexers.enabledCount > 0) {
		return ofMany('indexers', 'indexers', indexers, 'settings/indexers');
	}
	const remedy = 'Add an indexer, or turn one on.';
	return [{check: 'indexers', level: 'notice', code: 'no_indexer', reason: 'No indexer is enabled.', remedy, link: 'settings/indexers'}];
}

function ofTaggedClients(protocols: readonly string[]): HealthIssue[] {
	const reason = `Every enabled download client for ${protocols.join(' and ')} releases has tags.`;
	const remedy = 'Titles without one of their tags get none of these releases; remove the tags of a client, or tag the titles.';
	return counted('downloadClients', 'download_clients_only_tagged', protocols, {level: 'notice', reason, remedy, link: 'settings/clients'});
}

function ofMemberships(expiring: number): HealthIssue[] {
	const reason = `The membership of ${expiring} ${expiring === 1 ? 'indexer' : 'indexers'} ends within seven days, or has ended.`;
	const remedy = 'Renew it at the site, and enter the new day; without one there is no warning.';
	const issue = {check: 'indexers', code: 'memberships_ending', level: 'warning', reason, remedy, link: 'settings/indexers'} as const;
	return expiring > 0 ? [issue] : [];
}

function ofCaptchas(needed: number): HealthIssue[] {
	const reason = `The login of ${needed} ${needed === 1 ? 'indexer' : 'indexers'} waits for a captcha or code that only a person can enter.`;
	const remedy = 'Answer it there; until then nothing is found at the site.';
	const issue = {check: 'loginCaptchas', code: 'login_captchas', level: 'warning', reason, remedy, link: 'settings/indexers'} as const;
	return needed > 0 ? [issue] : [];
}

const definitionIssues = [
	[
		'vanished',
		'warning',
		'is in neither the folder nor the package any more',
		'It keeps using the last one; look for another site, or remove the indexer.',
	],
	['faulty', 'warning', 'cannot be used any more', 'It keeps using the last one; the catalogue of sites says what is wrong.'],
	[
		'waiting',
		'warning',
		'has an update that names other hosts',
		'Look at the hosts and agree, under Definitions; until then the last one is used.',
	],
	['replaced', 'notice', 'took the place of another', 'Test the indexer; its settings were kept.'],
	['notUnderstood', 'notice', 'is not understood in all its parts', 'Test the indexer; the catalogue of sites says which parts.'],
] as const;

function ofDefinitions({packageError, ...counts}: DefinitionsCheck): HealthIssue[] {
	const place = {check: 'definitions', link: 'settings/indexers'};
	const ofIndexers = definitionIssues.flatMap(([name, level, words, remedy]): HealthIssue[] => {
		const code = `definitions_${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`;
		const reason = `The definition of ${counts[name]} ${counts[name] === 1 ? 'indexer' : 'indexers'} ${words}.`;
		return counts[name] > 0 ? [{...place, level, code, reason, remedy}] : [];
	});
	const failed: HealthIssue = {
		...place,
		level: 'warning',
		code: 'definition_package_failed',
		reason: 'The package of definitions could not be taken.',
		remedy: 'The reason is under Definitions; those taken before are used.',
	};
	return packageError ? [...ofIndexers, failed] : ofIndexers;
}

function ofPatterns({customFormats, releaseProfiles}: CheckedParts['patterns']): HealthIssue[] {
	const of = (count: number, name: string, code: string, link: string): HealthIssue[] =>
		count === 0
			? []
			: [
					{
						check: 'patterns',
						level: 'warning',
						code,
						reason: `${count} ${count === 1 ? `${name} has` : `${name}s have`} a pattern that takes too long, or is none, and counts as no match.`,
						remedy: 'Its entry names the pattern; write it without nested repetitions.',
						link,
					},
				];
	return [
		...of(customFormats, 'custom format', 'custom_format_patterns', 'settings/formats'),
		...of(releaseProfiles, 'release profile', 'release_profile_patterns', 'settings/release-profiles'),
	];
}

function ofMany(check: string, names: string, {enabledCount, failingCount}: FamilyCheck, link: string): HealthIssue[] {
	const code = `${check.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}_failing`;
	const reason = `${failingCount} of ${enabledCount} enabled ${names} ${failingCount === 1 ? 'fails' : 'fail'} or ${failingCount === 1 ? 'is' : 'are'} paused after failures.`;
	const level = failingCount === enabledCount ? 'error' : 'warning';
	const remedy = 'Its entry has the last error; test it, and correct its settings.';
	return failingCount === 0 ? [] : [{check, level, code, reason, remedy, link}];
}
