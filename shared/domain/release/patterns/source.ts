import type {Modifier, Resolution, Source} from '../parsed-title.ts';

export type SourceName =
	| 'bluray'
	| 'bdrip'
	| 'webdl'
	| 'webrip'
	| 'hdtv'
	| 'sdtv'
	| 'dvd'
	| 'dvdr'
	| 'regional'
	| 'screener'
	| 'telesync'
	| 'telecine'
	| 'cam'
	| 'workprint';

export interface SourceRow {
	name: SourceName;
	source: Source;
	modifier: Modifier;
	/** The lines to assume when the title tells none. */
	untold: Resolution;
	/** Words that mean this source wherever they stand; a space may be any gap or none. */
	spellings: string[];
	/** Words that are also English or too short: they count only behind the title, and only when no sure word is there. */
	afterTitle: string[];
}

/** Every source there is: a new one, or a new spelling, goes here and nowhere else. */
export const sourceTable: SourceRow[] = [
	{
		name: 'bluray',
		source: 'bluray',
		modifier: 'none',
		untold: 720,
		spellings: [
			'blu ray',
			'mblu ray',
			'hd dvd',
			'uhd bd',
			'uhd2bd',
			'uhdbd',
			'bd mux',
			'bd iso',
			'bdmv',
			'bd25',
			'bd50',
			'bd66',
			'bd100',
			'bd remux',
			'uhd remux',
			'br disk',
			'br disc',
			'hybrid bd',
		],
		afterTitle: ['bd', 'bd 25', 'bd 50', 'bd 66', 'bd 100', 'bluray3d', 'bd3d', '3d bd', 'jpbd', 'usbd'],
	},
	{
		name: 'bdrip',
		source: 'bluray',
		modifier: 'none',
		untold: 480,
		spellings: ['bd rip', 'br rip', 'bd light', 'hd dvd rip', 'uhd bd rip', 'mbd rip', 'blu ray rip', 'hdlight', 'mhd'],
		afterTitle: [],
	},
	{
		name: 'webdl',
		source: 'webdl',
		modifier: 'none',
		untold: 480,
		spellings: [
			...[
				'web dl',
				'web dl mux',
				'web hd',
				'web uhd',
				'amazon hd',
				'amazon sd',
				'amazon uhd',
				'itunes hd',
				'itunes uhd',
				'netflix hd',
				'netflix uhd',
			],
			...[
				'maxdome hd',
				'hbomax hd',
				'hbomax uhd',
				'disney hd',
				'disneyplus hd',
				'sky hd',
				'wow hd',
				'rtlplus hd',
				'joyn hd',
				'apple hd',
				'paramount hd',
			],
		],
		afterTitle: ['web'],
	},
	{
		name: 'webrip',
		source: 'webrip',
		modifier: 'none',
		untold: 480,
		spellings: ['web rip', 'web mux', 'web dl rip', 'web hd rip', 'web cap', 'web uhd rip'],
		afterTitle: [],
	},
	{
		name: 'hdtv',
		source: 'tv',
		modifier: 'none',
		untold: 480,
		spellings: ['hdtv', 'hdtv rip', 'hd tv rip', 'uhdtv', 'htdv', 'hd rip'],
		afterTitle: ['hd tv'],
	},
	{
		name: 'sdtv',
		source: 'tv',
		modifier: 'none',
		untold: 480,
		spellings: [
			'sdtv',
			'pdtv',
			'dsr',
			'dsr rip',
			'ds rip',
			'tv rip',
			'sat rip',
			'dvb rip',
			'dvb s',
			'dvb t',
			'dth rip',
			'dttv rip',
			'dtv rip',
			'iptv rip',
			'ppv rip',
		],
		afterTitle: ['sd tv', 'ppv', 'dvb'],
	},
	{
		name: 'dvd',
		source: 'dvd',
		modifier: 'none',
		untold: 480,
		spellings: ['dvd rip', 'dvd mux', 'xvidvd', 'sd dvd', 'dvdrip'],
		afterTitle: ['dvd', 'ntsc', 'pal'],
	},
	{
		name: 'dvdr',
		source: 'dvd',
		modifier: 'remux',
		untold: 480,
		spellings: [
			'dvd r',
			'dvd5',
			'dvd9',
			'mdvdr',
			'mdvd r',
			'mdvd5',
			'mdvd9',
			'2xdvd9',
			'2xdvd5',
			'2xdvdr',
			'3xdvd9',
			'4xdvd9',
			'dvd remux',
		],
		afterTitle: ['dvd 5', 'dvd 9'],
	},
	{name: 'regional', source: 'dvd', modifier: 'regional', untold: 480, spellings: [], afterTitle: ['regional', 'r3', 'r4', 'r5', 'r6']},
	{
		name: 'screener',
		source: 'dvd',
		modifier: 'screener',
		untold: 480,
		spellings: ['dvd scr', 'dvd screener', 'bd scr', 'web scr', 'dvd scr rip', 'hd scr'],
		afterTitle: ['scr', 'screener'],
	},
	{
		name: 'telesync',
		source: 'telesync',
		modifier: 'none',
		untold: 0,
		spellings: [
			'telesync',
			'telesynch',
			'hd telesync',
			'hd ts',
			'hd ts rip',
			'ts rip',
			'pdvd',
			'pdvd rip',
			'pre dvd',
			'pre dvd rip',
			'hq ts',
		],
		afterTitle: ['ts'],
	},
	{
		name: 'telecine',
		source: 'telecine',
		modifier: 'none',
		untold: 0,
		spellings: ['telecine', 'hd tc', 'hd tc rip', 'hd telecine'],
		afterTitle: ['tc'],
	},
	{
		name: 'cam',
		source: 'cam',
		modifier: 'none',
		untold: 0,
		spellings: ['cam rip', 'hd cam', 'hd cam rip', 'hq cam', 'hq cam rip', 'new cam', 'cam hd', 'clean cam'],
		afterTitle: ['cam'],
	},
	{name: 'workprint', source: 'workprint', modifier: 'none', untold: 0, spellings: ['workprint'], afterTitle: ['wp']},
];

/** Tags of streaming services as they are written: alone behind the title they tell a WEB source. */
export const streamingServices = new Set([
	'AMZN',
	'NF',
	'DSNP',
	'DSNYP',
	'HMAX',
	'ATVP',
	'PCOK',
	'PMTP',
	'HULU',
	'STAN',
	'CRAV',
	'STARZ',
	'iP',
	'iT',
	'MAX',
]);
