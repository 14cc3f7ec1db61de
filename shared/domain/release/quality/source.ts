import type {Modifier, Resolution, Source} from '../parsed-title.ts';
import {listed} from './phrases.ts';

export interface SourceRow {
	name:
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
	source: Source;
	modifier: Modifier;
	/** The resolution to assume when the name has none. */
	fallback: Resolution;
	/**
	 * Spellings that always mean this source. A space stands for any separator or none; for a plus there must be one.
	 */
	sure: string[];
	/**
	 * Words that are also English, or too short. They count only after the title, and only when there is no sure word.
	 */
	afterTitle: string[];
}

const disc = {source: 'bluray', modifier: 'none'} as const;
const web = {modifier: 'none', fallback: 480} as const;
const broadcast = {source: 'tv', modifier: 'none', fallback: 480} as const;
const dvd = {source: 'dvd', fallback: 480} as const;
const cinema = {modifier: 'none', fallback: 0} as const;

/** The stores' own names for their files; German groups write them where others write WEB-DL. */
const storeFiles = listed(
	'amazon, itunes, netflix, maxdome, hbomax, disney, disneyplus, sky, wow, rtlplus, joyn, appletv, paramount, videoload, magenta',
).flatMap(store => [`${store} hd`, `${store} sd`, `${store} uhd`]);

/** All sources. Add new ones and new spellings only here. */
export const sourceTable: SourceRow[] = [
	{
		...{name: 'bluray', ...disc, fallback: 720},
		sure: listed(
			'blu ray, bl ray, mblu ray, hd dvd, uhd bd, uhd2bd, bd mux, bd rip mux, blu ray mux, bd iso, bdmv, bd25, bd50, bd66, bd100, bd remux, uhd remux, br disk, br disc, blu ray 3d',
		),
		afterTitle: listed('bd, bd 25, bd 50, bd 66, bd 100, bd3d, 3d bd, jpbd, usbd'),
	},
	{
		...{name: 'bdrip', ...disc, fallback: 480},
		sure: listed('bd rip, br rip, bd light, hd dvd rip, uhd bd rip, mbd rip, blu ray rip, hdlight, uhd rip'),
		afterTitle: [],
	},
	{
		...{name: 'webdl', source: 'webdl', ...web},
		sure: [...listed('web dl, web dl mux, dl mux, web hd, web uhd'), ...storeFiles],
		afterTitle: ['web'],
	},
	{
		...{name: 'webrip', source: 'webrip', ...web},
		sure: listed('web rip, web rip mux, web mux, web dl rip, dl rip, web hd rip, web uhd rip, web light, web cap, vod rip'),
		afterTitle: [],
	},
	{...{name: 'hdtv', ...broadcast}, sure: listed('hdtv, hdtv rip, hdtv mux, hd tv rip, uhdtv, htdv, hd rip'), afterTitle: ['hd tv']},
	{
		...{name: 'sdtv', ...broadcast},
		sure: listed(
			'sdtv, pdtv, dsr, dsr rip, dtt mux, dvb mux, sat mux, tv mux, ds rip, tv rip, sat rip, dvb rip, dvb s, dvb t, dth rip, dttv rip, dtv rip, iptv rip, ppv rip',
		),
		afterTitle: listed('sd tv, ppv, dvb'),
	},
	{
		...{name: 'dvd', ...dvd, modifier: 'none'},
		sure: listed('dvd rip, dvd mux, dvd rip mux, xvidvd, sd dvd'),
		afterTitle: listed('dvd, ntsc, pal'),
	},
	{
		...{name: 'dvdr', ...dvd, modifier: 'remux'},
		sure: listed('dvd r, dvd5, dvd9, mdvd r, mdvd5, mdvd9, dvd remux, dvd iso, video ts'),
		afterTitle: listed('dvd 5, dvd 9'),
	},
	{...{name: 'regional', ...dvd, modifier: 'regional'}, sure: [], afterTitle: listed('regional, r3, r4, r5, r6')},
	{
		...{name: 'screener', ...dvd, modifier: 'screener'},
		sure: ['dvd', 'bd', 'br', 'web', 'hd', 'desi'].flatMap(medium => [`${medium} scr`, `${medium} scr rip`, `${medium} screener`]),
		afterTitle: listed('scr, screener'),
	},
	{
		...{name: 'telesync', source: 'telesync', ...cinema},
		sure: listed(
			'telesync, telesynch, hd telesync, hd ts, hd ts rip, ts rip, hq ts, pdvd, pdvd rip, p+dvd rip, pre dvd, pre dvd rip, pre hd, pre hd rip, pre web rip',
		),
		afterTitle: ['ts'],
	},
	{...{name: 'telecine', source: 'telecine', ...cinema}, sure: listed('telecine, hd telecine, hd tc, hd tc rip'), afterTitle: ['tc']},
	{
		...{name: 'cam', source: 'cam', ...cinema},
		sure: listed(
			'cam rip, hd cam, hd cam rip, hq cam, hq cam rip, new cam, cam hd, clean cam, cine cam, kino rip, s+print, hq s+print, hq+sprint, theatre+print, theatrical+print, theater+rip, theatre+rip',
		),
		afterTitle: ['cam'],
	},
	{...{name: 'workprint', source: 'workprint', ...cinema}, sure: ['workprint'], afterTitle: ['wp']},
];

/** Tags of streaming services, spelled as in names. When no source follows the title, they mean a web source. */
export const streamingServices = new Set(listed('AMZN, NF, DSNP, DSNYP, HMAX, ATVP, PCOK, PMTP, HULU, STAN, CRAV, STARZ, iP, iT, MAX'));
