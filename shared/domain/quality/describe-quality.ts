import type {Resolution, Source} from '../release/parsed-title.ts';
import type {Quality} from './qualities.ts';

/** The `quality` object of a release in API replies. */
export interface ReleaseQuality {
	quality: string;
	resolution: string | null;
	source: string | null;
	modifier: string | null;
}

const sourceNames: Readonly<Record<Source, string | null>> = {
	unknown: null,
	workprint: 'Workprint',
	cam: 'CAM',
	telesync: 'Telesync',
	telecine: 'Telecine',
	dvd: 'DVD',
	tv: 'HDTV',
	webrip: 'WEB',
	webdl: 'WEB',
	bluray: 'Bluray',
};

/** The first one found in the title is its modifier: the picture comes before the codec. */
const modifierWords: readonly (readonly [name: string, word: RegExp])[] = [
	['DV', /\b(?:dv|dovi|dolby[ ._-]?vision)\b/i],
	['HDR', /\b(?:hdr(?:10)?(?:plus|\b\+)?|hlg)\b/i],
	['x265', /\b(?:[xh][ ._]?265|hevc)\b/i],
];

function resolutionName(resolution: Resolution): string | null {
	return resolution === 0 ? null : `${resolution}p`;
}

/** The quality of a release as replies show it. `title` is the release title, the only source for HDR and codecs. */
export function describeQuality({name, source, resolution, modifier}: Quality, title: string): ReleaseQuality {
	const word = modifierWords.find(([, form]) => form.test(title))?.[0] ?? null;
	return {
		quality: name,
		resolution: resolutionName(resolution),
		source: name === 'SDTV' ? 'SDTV' : sourceNames[source],
		modifier: modifier === 'remux' ? 'REMUX' : word,
	};
}
