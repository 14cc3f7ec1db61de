import type {Program} from '#shared/domain/quality/exported-codes.ts';

/** A stable id of made-up things, in the form that guides use. */
export const trashId = (name: string) => Buffer.from(name).toString('hex').padEnd(32, '0').slice(-32);

interface FormatParts {
	program?: Program;
	/** Names of groups. */
	groups?: readonly string[];
	scores?: Record<string, number>;
}

/** A format of a guide that finds releases of some groups. */
export const guideFormat = (name: string, {program = 'radarr', groups = ['LARK'], scores = {default: 100}}: FormatParts = {}) => ({
	trash_id: trashId(`${program} ${name}`),
	trash_scores: scores,
	name,
	includeCustomFormatWhenRenaming: false,
	specifications: groups.map(group => ({
		name: group,
		implementation: 'ReleaseGroupSpecification',
		negate: false,
		required: false,
		fields: {value: `^(${group})$`},
	})),
});

interface ProfileParts {
	program?: Program;
	formats?: readonly string[];
	[field: string]: unknown;
}

/** A profile of a guide, worst first, that scores these formats. */
export const guideProfile = (name: string, {program = 'radarr', formats = [], ...rest}: ProfileParts = {}) => ({
	trash_id: trashId(`${program} profile ${name}`),
	name,
	upgradeAllowed: true,
	cutoff: 'Bluray-1080p',
	minFormatScore: 0,
	cutoffFormatScore: 10_000,
	items: [
		{name: 'Unknown', allowed: false},
		{name: 'WORKPRINT', allowed: false},
		{name: 'SDTV', allowed: false},
		{name: 'Bluray-720p', allowed: true},
		{name: 'WEB 1080p', allowed: true, items: ['WEBDL-1080p', 'WEBRip-1080p']},
		{name: 'Bluray-1080p', allowed: true},
	],
	formatItems: Object.fromEntries(formats.map(each => [each, trashId(`${program} ${each}`)])),
	...rest,
});

export const guideSizes = (type: string, qualities: readonly {quality: string; min: number; preferred: number; max: number}[]) => ({
	trash_id: trashId(`sizes ${type}`),
	type,
	qualities,
});

const folders = {format: 'cf', profile: 'quality-profiles', sizes: 'quality-size'} as const;

/** The path of a file in the repository of a guide. */
export const guidePath = (kind: keyof typeof folders, file: string, program: Program = 'radarr') =>
	`guides-main/docs/json/${program}/${folders[kind]}/${file}.json`;

/** The key of an item. */
export const guideKey = (kind: 'format' | 'profile', name: string, program: Program = 'radarr') =>
	`${program}/${kind}/${trashId(kind === 'profile' ? `${program} profile ${name}` : `${program} ${name}`)}`;
